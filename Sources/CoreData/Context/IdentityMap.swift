import CSwiftABI
import Foundation

/// The objects of a context by their references, so that there is one object for each row.
///
/// Open addressing with linear probing. The objects are not retained: each leaves the map when it goes,
/// which may happen on any thread; therefore the lock, and therefore an object that is just going is not
/// found any more.
final class IdentityMap: @unchecked Sendable {
  private let lock = NSLock()
  private var slots: [Unmanaged<NSManagedObject>?] = []
  private var count = 0

  subscript(reference: Reference) -> NSManagedObject? {
    lock.lock()
    defer { lock.unlock() }
    guard !slots.isEmpty else { return nil }
    var position = start(of: reference)
    while let slot = slots[position] {
      // Behind one that is just going there may be the one that was made in its place.
      if slot._withUnsafeGuaranteedRef({ $0.reference == reference }), let found = slot.ifAlive {
        return found
      }
      position = (position + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds an object that has no other of the same reference.
  func insert(_ object: NSManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    if (count + 1) * 4 > slots.count * 3 { grow(to: max(16, slots.count * 2)) }
    place(Unmanaged.passUnretained(object), for: object.reference)
    count += 1
  }

  /// Removes an object, and closes the gap so that no search ends there.
  func remove(_ object: NSManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    guard !slots.isEmpty else { return }
    let wanted = Unmanaged.passUnretained(object).toOpaque()
    let mask = slots.count - 1
    var position = start(of: object.reference)
    while let slot = slots[position], slot.toOpaque() != wanted { position = (position + 1) & mask }
    guard slots[position] != nil else { return }
    slots[position] = nil
    count -= 1
    var next = (position + 1) & mask
    while let slot = slots[next] {
      slots[next] = nil
      place(slot, for: slot._withUnsafeGuaranteedRef { $0.reference })
      next = (next + 1) & mask
    }
  }

  /// Makes room for as many more objects as are about to come.
  func reserve(_ more: Int) {
    lock.lock()
    defer { lock.unlock() }
    var capacity = max(16, slots.count)
    while (count + more) * 4 > capacity * 3 { capacity *= 2 }
    if capacity > slots.count { grow(to: capacity) }
  }

  /// The objects, in no particular order.
  var objects: [NSManagedObject] {
    lock.lock()
    defer { lock.unlock() }
    return slots.compactMap { $0?.ifAlive }
  }

  /// Removes all objects because their context goes, and returns those that remain.
  func close() -> [NSManagedObject] {
    lock.lock()
    defer { lock.unlock() }
    // An object that is just going waits for the lock, so that its memory is there.
    for slot in slots { slot?._withUnsafeGuaranteedRef { $0.context = nil } }
    defer { slots = [] }
    return slots.compactMap { $0?.ifAlive }
  }

  private func start(of reference: Reference) -> Int {
    Int(truncatingIfNeeded: reference.spread) & (slots.count - 1)
  }

  private func place(_ object: Unmanaged<NSManagedObject>, for reference: Reference) {
    var position = start(of: reference)
    while slots[position] != nil { position = (position + 1) & (slots.count - 1) }
    slots[position] = object
  }

  private func grow(to capacity: Int) {
    let old = slots
    slots = Array(repeating: nil, count: capacity)
    for case .some(let slot) in old {
      place(slot, for: slot._withUnsafeGuaranteedRef { $0.reference })
    }
  }
}

extension Unmanaged where Instance == NSManagedObject {
  fileprivate var ifAlive: NSManagedObject? {
    retain_if_alive(toOpaque()).map { Unmanaged.fromOpaque($0).takeRetainedValue() }
  }
}
