import ObjectRows

extension Reference {
  /// Whether the object comes before another one that the sort descriptors take for equal.
  ///
  /// Objects that were saved come in the order of their numbers in the store, as a store finds them; those that
  /// were not come behind, in the order in which they were made.
  func precedes(_ other: Reference) -> Bool {
    if isTemporary != other.isTemporary { return other.isTemporary }
    if isTemporary { return number > other.number }
    if store != other.store { return store < other.store }
    return number < other.number
  }
}
