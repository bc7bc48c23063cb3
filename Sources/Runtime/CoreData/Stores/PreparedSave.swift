import ObjectRows

/// The writes of a store that can still be rolled back.
protocol PreparedSave: AnyObject {
  /// Commits the writes.
  func commit() throws

  /// Rolls the writes back.
  func takeBack()
}

extension StoreAdapter {
  /// Writes changes so that they can still be rolled back.
  ///
  /// Nil for a store that cannot do this; it then saves after all others have prepared.
  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? { nil }

  /// Returns the object in the store with the given unique values.
  ///
  /// Stores that detect violations themselves, or do not support constraints, need not implement it.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?
  { nil }
}
