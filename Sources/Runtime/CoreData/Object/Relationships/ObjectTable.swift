/// A set of objects by identity, not by `isEqual(_:)`.
///
/// A set of Foundation objects calls the hash of each and compares by a call that takes `Any`; here an address is
/// multiplied, and compared. That makes an insertion three to five times as fast, and relationships of new objects
/// consist of insertions.
///
/// The objects are in an array, in the order of insertion; the last object replaces a removed one. A table with open
/// addressing has their positions; it is omitted while there are few.
struct ObjectTable {
  private(set) var objects: [NSManagedObject] = []

  /// The position of an object and one, or 0 in an empty slot; at least half of the slots are empty.
  private var slots: [Int32] = []

  /// The greatest number of objects that are searched linearly.
  private static let few = 8

  init() {}

  /// Creates a set of a sequence, which may contain duplicates.
  init(_ sequence: some Sequence<NSManagedObject>) {
    let expected = sequence.underestimatedCount
    objects.reserveCapacity(expected)
    if expected > Self.few {
      slots = Array(repeating: 0, count: Self.slotCount(for: expected))
    }
    for object in sequence { insert(object) }
  }

  var count: Int { objects.count }
  var isEmpty: Bool { objects.isEmpty }

  func contains(_ object: NSManagedObject) -> Bool { position(of: object) != nil }

  /// Adds an object.
  ///
  /// Returns whether it is new.
  @discardableResult mutating func insert(_ object: NSManagedObject) -> Bool {
    if slots.isEmpty {
      if position(of: object) != nil { return false }
      objects.append(object)
      if objects.count > Self.few { makeSlots() }
      return true
    }
    let slot = slot(of: object)
    guard slots[slot] == 0 else { return false }
    objects.append(object)
    slots[slot] = Int32(truncatingIfNeeded: objects.count)
    if objects.count * 2 > slots.count { makeSlots() }
    return true
  }

  /// Removes an object.
  ///
  /// Returns whether it was there.
  @discardableResult mutating func remove(_ object: NSManagedObject) -> Bool {
    guard let position = position(of: object) else { return false }
    let last = objects.count - 1
    guard !slots.isEmpty else {
      objects.swapAt(position, last)
      objects.removeLast()
      return true
    }
    let gap = slot(of: object)
    slots[slot(of: objects[last])] = Int32(truncatingIfNeeded: position + 1)
    slots[gap] = 0
    // The positions in the slots must be correct before slots are moved.
    objects.swapAt(position, last)
    objects.removeLast()
    fill(gap)
    return true
  }

  mutating func removeAll() {
    objects = []
    slots = []
  }

  // MARK: Slots

  private func position(of object: NSManagedObject) -> Int? {
    if slots.isEmpty { return objects.firstIndex { $0 === object } }
    let found = slots[slot(of: object)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// The slot with the position of an object, or the empty one for it.
  private func slot(of object: NSManagedObject) -> Int {
    var slot = start(of: object)
    while slots[slot] != 0, objects[Int(slots[slot]) - 1] !== object {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The slot at which the search for an object begins; the lowest bits of an address are the same for all.
  private func start(of object: NSManagedObject) -> Int {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) >> 4
    let spread = address &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> 20) & (slots.count - 1)
  }

  private static func slotCount(for count: Int) -> Int {
    var capacity = 32
    while capacity < count * 4 { capacity *= 2 }
    return capacity
  }

  private mutating func makeSlots() {
    let capacity = Self.slotCount(for: objects.count)
    slots = Array(repeating: 0, count: capacity)
    for position in objects.indices {
      var slot = start(of: objects[position])
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(truncatingIfNeeded: position + 1)
    }
  }

  /// Moves the following entries whose searches would end at an empty slot.
  private mutating func fill(_ empty: Int) {
    let mask = slots.count - 1
    var gap = empty
    var next = (gap + 1) & mask
    while slots[next] != 0 {
      let distance = (next &- start(of: objects[Int(slots[next]) - 1])) & mask
      if distance >= (next &- gap) & mask {
        slots[gap] = slots[next]
        slots[next] = 0
        gap = next
      }
      next = (next + 1) & mask
    }
  }
}

extension ObjectTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { objects.count }
  subscript(position: Int) -> NSManagedObject { objects[position] }
}
