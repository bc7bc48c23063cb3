extension Array where Element: AnyObject {
  /// Calls `body` with each element.
  ///
  /// The array retains its elements, so they are not retained for each call. A save passes over all changed objects
  /// several times, and to retain and to release an object costs more than to look at it.
  @inline(__always)
  func forEachUnretained(_ body: (Element) throws -> Void) rethrows {
    try withExtendedLifetime(self) {
      // An `Unmanaged` is the word of its object.
      let elements = unsafeBitCast(self, to: [Unmanaged<Element>].self)
      for element in elements { try element._withUnsafeGuaranteedRef { try body($0) } }
    }
  }

  /// Whether a condition holds for all elements, which are not retained for each call.
  @inline(__always)
  func allUnretained(satisfy condition: (Element) -> Bool) -> Bool {
    withExtendedLifetime(self) {
      // An `Unmanaged` is the word of its object.
      let elements = unsafeBitCast(self, to: [Unmanaged<Element>].self)
      return elements.allSatisfy { $0._withUnsafeGuaranteedRef { condition($0) } }
    }
  }

  /// Returns the elements for which a condition holds; the array itself if those are all.
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

  /// Adds elements; an empty array shares the memory of theirs.
  mutating func join(_ elements: Self) {
    if isEmpty { self = elements } else { append(contentsOf: elements) }
  }
}
