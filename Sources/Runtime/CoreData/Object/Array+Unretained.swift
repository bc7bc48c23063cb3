extension Array where Element: AnyObject {
  /// Calls `body` with each element.
  ///
  /// The array retains its elements, so they are not retained for each call. A save iterates over all changed objects
  /// several times, and retaining and releasing an object costs more than examining it.
  @inline(__always)
  func forEachUnretained(_ body: (Element) throws -> Void) rethrows {
    try withExtendedLifetime(self) {
      // An `Unmanaged` is the word of its object.
      let elements = unsafeBitCast(self, to: [Unmanaged<Element>].self)
      for element in elements { try element._withUnsafeGuaranteedRef { try body($0) } }
    }
  }

  /// Whether all elements, which are not retained for each call, satisfy a condition.
  @inline(__always)
  func allUnretained(satisfy condition: (Element) -> Bool) -> Bool {
    withExtendedLifetime(self) {
      // An `Unmanaged` is the word of its object.
      let elements = unsafeBitCast(self, to: [Unmanaged<Element>].self)
      return elements.allSatisfy { $0._withUnsafeGuaranteedRef { condition($0) } }
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
