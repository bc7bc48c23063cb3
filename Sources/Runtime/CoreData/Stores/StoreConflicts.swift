import ObjectRows

/// The error of a store that detects, while it writes, that others have changed rows in the meantime.
///
/// Nothing was written then. The context's merge policy resolves the conflicts; afterwards the store saves again.
struct StoreConflicts: Error, @unchecked Sendable {
  /// An object, its row in the store's cache, and the one in the store, if there is any.
  struct Conflict {
    var object: NSManagedObject
    var cached: Row?
    var persisted: Row?
  }

  var conflicts: [Conflict]

  /// The error of a database that does not name the objects in conflict: they are still to be searched for.
  var error: (any Error)?
}
