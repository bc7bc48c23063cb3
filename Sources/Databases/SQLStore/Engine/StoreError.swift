import ObjectRows

/// An error of the engine itself; errors of the database are `SQLError`s.
package enum StoreError: Error {
  /// The database lacks tables or columns of the model.
  case lacksTables([String])

  /// The store has no objects of an entity.
  case unknownEntity(String)

  /// The database has contents that are invalid in a store.
  case corrupt(String)

  /// Other connections have changed rows since they were read; nothing was written.
  case conflicts([StoreConflict])

  /// An object cannot be deleted, because a relationship with the rule Deny leads to others.
  case deletionDenied(entity: String, relationship: String)

  /// An object cannot be deleted, because a relationship of others that leads to it is not optional.
  case endRequired(entity: String, relationship: String)

  /// Another object of the entity already has values that must be unique.
  case notUnique(entity: String)

  /// A value is NaN, which SQL databases store as NULL.
  case notANumber(entity: String, attribute: String)

  /// A row of an entity was not written, and the database reported no error: a trigger of another program has
  /// suppressed it.
  case leftOut(entity: String)

  /// Another program has migrated the store to another version of the model since it was opened, or has replaced it.
  case otherVersion

  /// Requested transactions were deleted from the history.
  case historyExpired
}

/// An object whose row another connection has changed since it was read.
package struct StoreConflict: @unchecked Sendable {
  // The rows are shared, and never changed.

  package var reference: Reference

  /// The row in the row cache; nil if there was none.
  package var cached: Row?

  /// The row in the store; nil if it was deleted.
  package var persisted: Row?
}
