import ObjectRows

/// A reason why the engine does not do what it is asked for; errors of the database are `SQLError`s.
package enum StoreError: Error {
  /// The database lacks tables or columns of the model.
  case lacksTables([String])

  /// The store has no objects of an entity.
  case unknownEntity(String)

  /// The database has contents that no store has.
  case corrupt(String)

  /// Other connections have changed rows since they were read; nothing was written.
  case conflicts([StoreConflict])

  /// An object cannot be deleted, because a relationship with the rule Deny leads to others.
  case deletionDenied(entity: String, relationship: String)

  /// An object cannot be deleted, because those at the other end of a relationship must have one.
  case endRequired(entity: String, relationship: String)

  /// There is an object of the entity already with values that are to be unique.
  case notUnique(entity: String)

  /// A value is NaN, which SQL databases store as NULL.
  case notANumber(entity: String, attribute: String)

  /// A row of an entity was not written, and the database reported no error: a trigger of another
  /// program has left it out.
  case leftOut(entity: String)

  /// Another program has brought the store to another version of the model since it was opened, or
  /// has put another store in its place.
  case otherVersion

  /// Transactions that are asked for were deleted from the history.
  case historyExpired
}

/// An object whose row another connection has changed since it was read.
package struct StoreConflict: @unchecked Sendable {
  // The rows are shared, and never changed.

  package var reference: Reference

  /// The row that the row cache had; nil if there was none.
  package var cached: Row?

  /// The row in the store; nil if it was deleted.
  package var persisted: Row?
}
