/// A fetch request, whatever its results are.
protocol FetchRequesting {
  /// A request that asks the same, for results of any type.
  var untyped: NSFetchRequest<any NSFetchRequestResult> { get }

  func results(in context: NSManagedObjectContext) throws -> Any
}

extension NSFetchRequest: FetchRequesting {
  var untyped: NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest<any NSFetchRequestResult>(copying: self)
  }

  /// Returns the saved objects that the request finds.
  func results(in context: NSManagedObjectContext) throws -> Any {
    let request = untyped
    request.includesPendingChanges = false
    return try context.fetch(request)
  }
}
