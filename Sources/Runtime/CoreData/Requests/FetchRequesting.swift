/// A fetch request with any type of results.
protocol FetchRequesting {
  /// A copy of the request for results of any type.
  var untyped: NSFetchRequest<any NSFetchRequestResult> { get }

  func results(in context: NSManagedObjectContext) throws -> Any
}

extension NSFetchRequest: FetchRequesting {
  var untyped: NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest<any NSFetchRequestResult>(copying: self)
  }

  /// Returns the saved objects that match the request.
  func results(in context: NSManagedObjectContext) throws -> Any {
    let request = untyped
    request.includesPendingChanges = false
    return try context.fetch(request)
  }
}
