/// A table of objects by reference, in which neighbors in a store are neighbors in memory.
///
/// Objects that are used together mostly have consecutive numbers. So there is a page for each 16 consecutive numbers
/// of an entity in a store, and a directory in which pages are found by open addressing; the page that was used last
/// is found without a search. A search never looks at an object, which would cost a cache miss each.
///
/// All methods are inlinable: otherwise those that are called for each page would look up the metadata of the slots'
/// type. The table retains nothing. Its one owner deallocates it, and lets one thread at a time use it.
public struct ReferencePages<Object: AnyObject> {
  /// An object that is not retained, or nil.
  public typealias Slot = Unmanaged<Object>?

  /// The objects of consecutive numbers.
  @usableFromInline struct Page {
    /// The numbers without their last bits.
    @usableFromInline let group: Int64

    /// The entity and the store.
    @usableFromInline let place: UInt32

    /// The number of objects.
    @usableFromInline var count: UInt32 = 0

    /// A slot for each number; nil for an empty place of the directory.
    @usableFromInline var slots: UnsafeMutablePointer<Slot>?

    @inlinable init(group: Int64, place: UInt32, slots: UnsafeMutablePointer<Slot>?) {
      self.group = group
      self.place = place
      self.slots = slots
    }
  }

  /// The number of slots in a page: two lines of the processor's cache.
  @inlinable public static var pageSize: Int { SlotMemory.pageSize }

  /// The directory; at least a quarter is empty, so that each search ends.
  @usableFromInline var pages: UnsafeMutableBufferPointer<Page>

  /// The number of pages.
  @usableFromInline var pageCount = 0

  /// The number of pages without objects, which remain until there are many.
  @usableFromInline var emptyPages = 0

  /// The position of the page that was used last.
  @usableFromInline var last = 0

  @usableFromInline var objectCount = 0

  /// The memory of the slots.
  @usableFromInline var memory = SlotMemory()

  /// The number of spare pages up to which their memory is kept in any case: objects that are fetched and released one
  /// by one empty and add pages all the time.
  @inlinable static var manySpares: Int { 256 }

  /// The number of objects.
  @inlinable public var count: Int { objectCount }

  /// An empty table.
  @inlinable public init() { pages = Self.makeDirectory(16) }

  /// Frees the memory; the table must not be used any more.
  @inlinable public func deallocate() {
    pages.deallocate()
    memory.deallocate()
  }

  @inlinable static func makeDirectory(_ capacity: Int) -> UnsafeMutableBufferPointer<Page> {
    let pages = UnsafeMutableBufferPointer<Page>.allocate(capacity: capacity)
    pages.initialize(repeating: Page(group: 0, place: 0, slots: nil))
    return pages
  }

  // MARK: Searching

  /// The object of `reference`; nil if the table has none.
  @inlinable public subscript(reference: Reference) -> Slot {
    mutating get {
      let position = position(of: reference.group, reference.place)
      return pages[position].slots?[reference.position]
    }
  }

  /// Copies the objects of the group of consecutive references that `reference` belongs to.
  ///
  /// - Parameters:
  ///   - reference: The first reference; slots of those before it are set to nil.
  ///   - slots: ``pageSize`` slots.
  @inlinable public mutating func copyGroup(
    from reference: Reference,
    to slots: UnsafeMutablePointer<Slot>
  ) {
    let page = pages[position(of: reference.group, reference.place)]
    let first = reference.position
    slots.update(repeating: nil, count: Self.pageSize)
    guard let known = page.slots else { return }
    (slots + first).update(from: known + first, count: Self.pageSize - first)
  }

  /// Brings the beginnings of the objects of the group after that of `reference` into the processor's cache.
  @inlinable public func prefetchGroup(after reference: Reference) {
    let page = pages[search(reference.group &+ 1, reference.place)]
    guard let slots = page.slots else { return }
    for position in 0..<Self.pageSize {
      if let object = slots[position] { UnsafeRawPointer(object.toOpaque()).prefetch() }
    }
  }

  /// Whether the group of consecutive references that `reference` belongs to has no objects.
  @inlinable public mutating func isGroupEmpty(of reference: Reference) -> Bool {
    pages[position(of: reference.group, reference.place)].count == 0
  }

  /// Brings the beginning of an object that will be asked for soon into the processor's cache.
  ///
  /// Objects are mostly asked for in the order of their references, and fetching one from memory takes as long as
  /// hundreds of instructions. `reference` must be the one that was searched last.
  @inlinable @inline(__always)
  public func prefetchNext(after reference: Reference) {
    let position = reference.position &+ Self.prefetchDistance
    guard position < Self.pageSize, let next = pages[last].slots?[position] else { return }
    UnsafeRawPointer(next.toOpaque()).prefetch()
  }

  @inlinable static var prefetchDistance: Int { 4 }

  /// The place of a page in the directory, or the empty place for it.
  @inlinable @inline(__always)
  mutating func position(of group: Int64, _ place: UInt32) -> Int {
    let known = pages[last]
    if known.group == group, known.place == place, known.slots != nil { return last }
    last = search(group, place)
    if known.group &+ 1 == group, known.place == place { prefetchPages(after: group, place) }
    return last
  }

  /// Brings the slots of the next page into the processor's cache, and the place of the page after that.
  ///
  /// Many objects are used in the order of their references, but pages are in the order of hashes.
  @inlinable @inline(__always) func prefetchPages(after group: Int64, _ place: UInt32) {
    guard let first = pages.baseAddress else { return }
    UnsafeRawPointer(first + firstPosition(of: group &+ 2, place)).prefetch()
    guard let slots = first[firstPosition(of: group &+ 1, place)].slots else { return }
    UnsafeRawPointer(slots).prefetch()
    UnsafeRawPointer(slots + Self.pageSize / 2).prefetch()
  }

  /// The place where the search for a page begins.
  @inlinable @inline(__always)
  func firstPosition(of group: Int64, _ place: UInt32) -> Int {
    var bits = UInt(bitPattern: Int(group)) &+ UInt(place) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 32
    bits = bits &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: bits >> 20) & (pages.count - 1)
  }

  @inlinable func search(_ group: Int64, _ place: UInt32) -> Int {
    let mask = pages.count - 1
    var position = firstPosition(of: group, place)
    while pages[position].slots != nil,
      pages[position].group != group || pages[position].place != place
    {
      position = (position + 1) & mask
    }
    return position
  }

  // MARK: Changing

  /// Sets the object of a reference.
  ///
  /// - Returns: The one that was there.
  @inlinable @discardableResult
  public mutating func set(_ object: Slot, for reference: Reference) -> Slot {
    var position = position(of: reference.group, reference.place)
    if pages[position].slots == nil {
      if object == nil { return nil }
      position = addPage(of: reference.group, reference.place, at: position)
    }
    guard let slots = pages[position].slots else { return nil }
    let old = slots[reference.position]
    slots[reference.position] = object
    if (old == nil) != (object == nil) { recount(old == nil ? 1 : -1, position) }
    return old
  }

  /// Sets the objects of several references; the page of successive ones in a group is searched only once.
  ///
  /// - Parameters:
  ///   - count: The number of references.
  ///   - reference: Returns the reference with an index.
  ///   - replace: Returns the object to set, for the one that was there and an index. It must not use the table.
  @inlinable @inline(__always)
  public mutating func setAll(
    _ count: Int,
    for reference: (Int) -> Reference,
    replacing replace: (Slot, Int) -> Slot
  ) {
    var index = 0
    while index < count {
      let first = reference(index)
      var position = position(of: first.group, first.place)
      if pages[position].slots == nil {
        position = addPage(of: first.group, first.place, at: position)
      }
      guard let slots = pages[position].slots else { return }
      var added = 0
      repeat {
        let place = slots + reference(index).position
        let old = place.pointee
        place.pointee = replace(old, index)
        added &+= (place.pointee == nil ? 0 : 1) &- (old == nil ? 0 : 1)
        index &+= 1
      } while index < count && reference(index).isNear(first)
      if added != 0 { recount(added, position) }
    }
  }

  @inlinable @inline(__always) mutating func recount(_ change: Int, _ position: Int) {
    objectCount += change
    if change > 0 {
      if pages[position].count == 0 { emptyPages -= 1 }
      pages[position].count += UInt32(truncatingIfNeeded: change)
    } else {
      pages[position].count -= UInt32(truncatingIfNeeded: -change)
      if pages[position].count == 0 { didEmptyPage() }
    }
  }

  /// Adds a page without objects.
  ///
  /// - Returns: Its position.
  @inlinable mutating func addPage(of group: Int64, _ place: UInt32, at position: Int) -> Int {
    var position = position
    if (pageCount + 1) * 4 > pages.count * 3 {
      rearrange(for: pageCount - emptyPages + 1)
      position = search(group, place)
    }
    pages[position] = Page(group: group, place: place, slots: makeSlots())
    pageCount += 1
    emptyPages += 1
    last = position
    return position
  }

  /// The empty slots of a new page.
  @inlinable mutating func makeSlots() -> UnsafeMutablePointer<Slot> {
    let slots = memory.take(besides: pageCount).bindMemory(to: Slot.self, capacity: Self.pageSize)
    slots.initialize(repeating: nil, count: Self.pageSize)
    return slots
  }

  /// Makes room for objects that will be added, with consecutive numbers.
  @inlinable public mutating func reserve(_ more: Int) {
    let wanted = pageCount + more / Self.pageSize + 1
    if wanted * 4 > pages.count * 3 { rearrange(for: wanted - emptyPages) }
  }

  @inlinable mutating func didEmptyPage() {
    emptyPages += 1
    if emptyPages > 64, emptyPages > pageCount / 2 { rearrange(for: pageCount - emptyPages) }
  }

  /// Drops the pages without objects, and resizes the directory for `wanted` pages.
  @inlinable mutating func rearrange(for wanted: Int) {
    var capacity = 16
    while wanted * 2 > capacity { capacity *= 2 }
    let old = pages
    pages = Self.makeDirectory(capacity)
    last = 0
    for page in old {
      guard let slots = page.slots else { continue }
      if page.count == 0 {
        memory.give(UnsafeMutableRawPointer(slots))
      } else {
        pages[search(page.group, page.place)] = page
      }
    }
    pageCount -= emptyPages
    emptyPages = 0
    old.deallocate()
    if memory.spareCount > max(Self.manySpares, pageCount) { compact() }
  }

  /// Moves the slots of all pages to new memory, and frees that of spare pages with the rest.
  @inlinable mutating func compact() {
    let old = memory
    memory = SlotMemory()
    for position in pages.indices {
      guard let slots = pages[position].slots else { continue }
      let moved = makeSlots()
      moved.update(from: slots, count: Self.pageSize)
      pages[position].slots = moved
    }
    old.deallocate()
  }

  /// Removes all objects.
  @inlinable public mutating func removeAll() {
    deallocate()
    self = Self()
  }

  /// Calls `body` with each object and its reference, in no particular order.
  ///
  /// The table must not be changed meanwhile.
  ///
  /// - Parameters:
  ///   - entities: The numbers of the entities to visit; nil for all. Pages of other entities are skipped.
  ///   - body: The function to call.
  @inlinable public func visitObjects(
    ofEntities entities: Set<Int>? = nil,
    _ body: (Reference, Unmanaged<Object>) -> Void
  ) {
    for page in pages where page.count > 0 {
      guard let slots = page.slots,
        entities?.contains(Reference.entity(inPlace: page.place)) ?? true
      else { continue }
      for index in 0..<Self.pageSize {
        guard let object = slots[index] else { continue }
        body(Reference(group: page.group, position: index, place: page.place), object)
      }
    }
  }
}

extension Reference {
  /// The number without the bits that select a slot of a page.
  @inlinable var group: Int64 { number >> 4 }

  /// The index of the slot in its page.
  @inlinable public var position: Int { Int(truncatingIfNeeded: number & 15) }

  @inlinable init(group: Int64, position: Int, place: UInt32) {
    number = group << 4 | Int64(position)
    self.place = place
  }

  /// Whether another reference belongs to the same page.
  @inlinable public func isNear(_ other: Self) -> Bool {
    number >> 4 == other.number >> 4 && place == other.place
  }

  /// Whether the reference has the number after that of another one, of the same entity and store.
  @inlinable public func follows(_ other: Self) -> Bool {
    number == other.number &+ 1 && place == other.place
  }
}

/// A memo of the last group of consecutive references, which saves searching a table for each of them.
public struct GroupMemo {
  // The last reference; none at first.
  @usableFromInline var last = Reference.none
  @usableFromInline var isEmpty = false

  /// Creates an empty memo.
  @inlinable public init() {}

  /// Whether the table may have an object for `reference`; nil if its group has to be looked up.
  ///
  /// In an empty group the answer holds only for references in ascending order: one that occurs again may have an
  /// object by now.
  @inlinable @inline(__always) public mutating func mayExist(_ reference: Reference) -> Bool? {
    guard last.isNear(reference) else { return nil }
    if !isEmpty { return true }
    guard last.number < reference.number else { return nil }
    last = reference
    return false
  }

  /// Records whether a table has any objects in the group of `reference`.
  @inlinable public mutating func note(_ reference: Reference, isGroupEmpty: Bool) {
    last = reference
    isEmpty = isGroupEmpty
  }
}
