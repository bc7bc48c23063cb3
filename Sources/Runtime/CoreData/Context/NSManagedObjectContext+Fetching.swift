import Foundation

extension NSManagedObjectContext {
  /// Executes a request.
  ///
  /// - Throws: What keeps the request from being executed; or that a result is of another type than `T`, as
  ///   with an `NSFetchRequest<Player>` whose `resultType` asks for dictionaries.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    confirmQueue()
    takeMail()
    let operation = try FetchOperation(request, in: self)
    return try FetchedResults.typed(try operation.results(), areKnown: operation.yieldsOnly(T.self))
  }

  /// How many objects a request would find.
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
