import ObjectRows

/// The writes of a store that can still be taken back.
protocol PreparedSave: AnyObject {
  /// Makes it last.
  func commit() throws

  /// Takes it back.
  func takeBack()
}

extension StoreAdapter {
  /// Writes changes in a way that can still be taken back.
  ///
  /// Nil from a store that cannot do this; it is then asked to save after all those that can have prepared.
  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? { nil }

  /// The object in the store that has the given values where a constraint wants them to be its own.
  ///
  /// Stores that find violations by themselves, or know of no constraints, need not answer.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?
  { nil }
}
