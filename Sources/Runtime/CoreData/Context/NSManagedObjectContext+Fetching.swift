import Foundation

extension NSManagedObjectContext {
  /// Returns the results of a request, unsaved changes of this context included.
  ///
  /// Objects that are registered already are returned as they are, with their unsaved changes. The others are faults whose rows
  /// were read along, so that using them needs no further statement.
  ///
  /// ```swift
  /// let request: NSFetchRequest<Player> = Player.fetchRequest()
  /// request.predicate = NSPredicate(format: "team.name == %@", "Wanderers")
  /// let players = try context.fetch(request)
  /// ```
  ///
  /// - Throws: ``NSPersistentStoreInvalidTypeError`` and its like for a request that no store can execute; an error if a result is
  ///   of another type than `T`, as with an `NSFetchRequest<Player>` whose `resultType` asks for dictionaries; the store's errors.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    confirmQueue()
    takeMail()
    let operation = try FetchOperation(request, in: self)
    return try FetchedResults.typed(try operation.results(), areKnown: operation.yieldsOnly(T.self))
  }

  /// Returns how many objects a request would find, without making any of them.
  ///
  /// Unsaved changes are counted if the request includes them. The database counts, so the cost is that of a `SELECT COUNT`.
  ///
  /// ```swift
  /// let number = try context.count(for: Player.fetchRequest())
  /// ```
  ///
  /// - Throws: What `fetch(_:)` throws.
  public final func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    confirmQueue()
    takeMail()
    return try FetchOperation(request, in: self).count()
  }

  final func fetchResults<T>(of request: NSFetchRequest<T>) throws -> [AnyObject] {
    confirmQueue()
    takeMail()
    return try FetchOperation(request, in: self).results()
  }
}
