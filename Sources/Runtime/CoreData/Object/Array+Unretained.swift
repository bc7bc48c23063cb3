import ObjectRows

extension Array where Element: AnyObject {
  /// Calls `body` with each element.
  ///
  /// The array retains its elements, so they are not retained for each call. A save iterates over all changed objects
  /// several times, and retaining and releasing an object costs more than examining it.
  @inline(__always)
  func forEachUnretained(_ body: (Element) throws -> Void) rethrows {
    try withUnsafeBufferPointer { elements in
      // An `Unmanaged` is the word of its object.
      try elements.withMemoryRebound(to: Unmanaged<Element>.self) { elements in
        for element in elements { try element._withUnsafeGuaranteedRef { try body($0) } }
      }
    }
  }

  /// Whether all elements, which are not retained for each call, satisfy a condition.
  @inline(__always)
  func allUnretained(satisfy condition: (Element) -> Bool) -> Bool {
    withUnsafeBufferPointer { elements in
      // An `Unmanaged` is the word of its object.
      elements.withMemoryRebound(to: Unmanaged<Element>.self) { elements in
        elements.allSatisfy { $0._withUnsafeGuaranteedRef { condition($0) } }
      }
    }
  }

  /// Returns the elements that satisfy a condition; the array itself if all do.
  @inline(__always)
  func filteredUnretained(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var included: Self?
    var position = 0
    try forEachUnretained { element in
      if try isIncluded(element) {
        included?.append(element)
      } else if included == nil {
        included = Self(self[..<position])
      }
      position += 1
    }
    return included ?? self
  }

  /// Appends elements; an empty array shares the memory of theirs.
  mutating func join(_ elements: Self) {
    if isEmpty { self = elements } else { append(contentsOf: elements) }
  }
}

extension [NSManagedObject] {
  /// The objects as a set.
  ///
  /// The next objects and their rows are prefetched into the processor's cache, which they have left if many were
  /// fetched together.
  var asSet: Set<NSManagedObject> {
    var set = Set<HashedObject>(minimumCapacity: count)
    withExtendedLifetime(self) {
      // An `Unmanaged` is the word of its object.
      let objects = unsafeBitCast(self, to: [Unmanaged<NSManagedObject>].self)
      // So is a `HashedObject`, whose only property is the object.
      let elements = unsafeBitCast(self, to: [HashedObject].self)
      let last = objects.count - 1
      for position in objects.indices {
        UnsafeRawPointer(objects[Swift.min(position &+ 8, last)].toOpaque()).prefetch()
        objects[Swift.min(position &+ 4, last)]._withUnsafeGuaranteedRef { $0.prefetchRow() }
        // `insert` would retain each object once more, for its result.
        set.update(with: elements[position])
      }
    }
    // Sets of elements of one word have the same storage, in which the elements are found by equal hashes.
    return unsafeBitCast(set, to: Set<NSManagedObject>.self)
  }
}

/// An object as an element of a set, which is hashed faster.
///
/// An object is hashed in several calls of the standard library, an integer in one. The hashes are the same.
private struct HashedObject: Hashable {
  let object: NSManagedObject

  static func == (left: Self, right: Self) -> Bool { left.object === right.object }

  func hash(into hasher: inout Hasher) { hasher.combine(object.hash) }

  func _rawHashValue(seed: Int) -> Int { object.hash._rawHashValue(seed: seed) }
}
