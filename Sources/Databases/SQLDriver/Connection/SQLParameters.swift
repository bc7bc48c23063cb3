/// The values of a statement's parameters, and one buffer for all their bytes.
///
/// The database reads the bytes in place, so no parameter costs an allocation of its own. A value that fits where the
/// parameter's last one was replaces it; a longer one is appended.
final class SQLParameters {
  private struct Slot {
    var kind = SQLKind.null
    var bits: UInt64 = 0

    /// The offset of the bytes of a text or blob, and the capacity there.
    ///
    /// Kept when the value has no bytes.
    var start = 0
    var capacity = 0
    var count = 0
  }

  // Accessed for each value that is bound: checking access would cost more than binding.
  private let slots: UnsafeMutableBufferPointer<Slot>
  // Read and written whole by the one caller that binds values.
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var used = 0

  /// The number of bytes below `used` that no longer belong to a slot.
  private var garbage = 0

  /// The values for the driver, written when an execution starts.
  private let cells: UnsafeMutableBufferPointer<SQLCell>

  init(count: Int) {
    slots = .allocate(capacity: count)
    slots.initialize(repeating: Slot())
    capacity = count * 16
    memory = .allocate(capacity: capacity)
    cells = .allocate(capacity: count)
    cells.initialize(repeating: .null)
  }

  deinit {
    slots.deallocate()
    memory.deallocate()
    cells.deallocate()
  }

  func set(_ value: Int64, at index: Int) {
    slots[index].kind = .integer
    slots[index].bits = UInt64(bitPattern: value)
  }

  func set(_ value: Double, at index: Int) {
    slots[index].kind = .real
    slots[index].bits = value.bitPattern
  }

  func setNull(at index: Int) {
    slots[index].kind = .null
  }

  func set(_ value: String, at index: Int) {
    // The copy that `withUTF8` needs would be retained and released.
    let isCopied: Void? = value.utf8.withContiguousStorageIfAvailable {
      copy(UnsafeRawBufferPointer($0), to: index, as: .text)
    }
    if isCopied != nil { return }
    var value = value
    value.withUTF8 { copy(UnsafeRawBufferPointer($0), to: index, as: .text) }
  }

  func set(blob value: UnsafeRawBufferPointer, at index: Int) {
    copy(value, to: index, as: .blob)
  }

  func removeAll() {
    for index in slots.indices { slots[index].kind = .null }
  }

  /// Removes all values if they hold more memory than parameters of common sizes need.
  func removeLarge() {
    guard capacity > max(1 << 18, slots.count * 64) else { return }
    slots.update(repeating: Slot())
    memory.deallocate()
    capacity = slots.count * 16
    memory = .allocate(capacity: capacity)
    used = 0
    garbage = 0
  }

  /// The parameters as cells, whose bytes stay valid until a parameter is set.
  func makeCells() -> UnsafeBufferPointer<SQLCell> {
    for (index, slot) in slots.enumerated() {
      let bytes = UnsafePointer(memory + slot.start)
      cells[index] =
        switch slot.kind {
        case .null: .null
        case .integer, .real: SQLCell(kind: slot.kind, bits: slot.bits, bytes: nil)
        case .text: .text(bytes, count: slot.count)
        case .blob: .blob(bytes, count: slot.count)
        }
    }
    return UnsafeBufferPointer(cells)
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, to index: Int, as kind: SQLKind) {
    if bytes.count > slots[index].capacity { makeRoom(bytes.count, for: index) }
    if let source = bytes.baseAddress {
      UnsafeMutableRawPointer(memory + slots[index].start)
        .copyMemory(from: source, byteCount: bytes.count)
    }
    slots[index].kind = kind
    slots[index].count = bytes.count
  }

  private func makeRoom(_ count: Int, for index: Int) {
    garbage += slots[index].capacity
    slots[index].capacity = 0
    let room = (count | 15) + 1
    if used + room > capacity { move(toHold: used - garbage + room) }
    slots[index].start = used
    slots[index].capacity = room
    used += room
  }

  /// Moves everything in use to new memory, which removes the garbage.
  private func move(toHold needed: Int) {
    let newCapacity = needed * 2
    let newMemory = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    var end = 0
    for index in slots.indices where slots[index].capacity > 0 {
      (newMemory + end).update(from: memory + slots[index].start, count: slots[index].capacity)
      slots[index].start = end
      end += slots[index].capacity
    }
    memory.deallocate()
    memory = newMemory
    capacity = newCapacity
    used = end
    garbage = 0
  }
}
