import ObjectRows

extension Reference {
  /// Whether the object comes before another one that is equal for the sort descriptors.
  ///
  /// Saved objects are ordered by their numbers in the store, as a store returns them; unsaved ones follow, in the
  /// order of their creation.
  func precedes(_ other: Reference) -> Bool {
    if isTemporary != other.isTemporary { return other.isTemporary }
    if isTemporary { return number > other.number }
    if store != other.store { return store < other.store }
    return number < other.number
  }
}
