import ObjectRows

/// The error of a store that finds, while it writes, that others have changed rows in the meantime.
///
/// Nothing was written then. The context's merge policy decides what becomes of the conflicts; afterwards the
/// store is asked to save again.
struct StoreConflicts: Error, @unchecked Sendable {
  /// An object, the row that the store's cache had of it, and the one that is in the store, if there is any.
  struct Conflict {
    var object: NSManagedObject
    var cached: Row?
    var persisted: Row?
  }

  var conflicts: [Conflict]

  /// The error of a database that does not say which objects are in conflict: they are yet to be searched for.
  var error: (any Error)?
}
