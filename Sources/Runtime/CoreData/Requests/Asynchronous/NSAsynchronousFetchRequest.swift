import Foundation

/// The closure that receives the results of an asynchronous request.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock =
  (NSAsynchronousFetchResult<any NSFetchRequestResult>) -> Void

/// A fetch request that is executed asynchronously.
///
/// Execute it with a context; the completion closure is called on the context's queue, with the objects or with the
/// error. The result that the context returns can be canceled.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: Player.fetchRequest()) { result in
///   print(result.finalResult?.count ?? 0)
/// }
/// try context.execute(request)
/// ```
open class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  /// The request to execute.
  public final let fetchRequest: NSFetchRequest<ResultType>

  /// The closure that is called with the results, on the context's queue.
  private let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// The expected number of results.
  open var estimatedResultCount = 0

  /// Creates a request.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completion = blk
    super.init()
  }

  /// The closure that is called with the results, on the context's queue.
  open var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? {
    completion.map { completion in
      { result in completion(ResultsOfRequest.typed(result)) }
    }
  }

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAsynchronousFetchRequest(
      fetchRequest: NSFetchRequest(copying: fetchRequest),
      completionBlock: completion
    )
    copy.estimatedResultCount = estimatedResultCount
    copy.affectedStores = affectedStores
    return copy
  }
}

/// The result of an asynchronous fetch.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>:
  NSPersistentStoreAsynchronousResult
{
  /// The request that is being executed.
  public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>

  /// Used on the context's queue.
  fileprivate final var found: [ResultType]?

  init(of request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext) {
    fetchRequest = request
    super.init(in: context)
  }

  /// The results, once the fetch has ended.
  open var finalResult: [ResultType]? { found }
}

/// An asynchronous request, with any type of results.
protocol AsynchronousRequesting {
  /// Starts the execution by a context, and returns at once.
  func start(in context: NSManagedObjectContext) -> NSPersistentStoreAsynchronousResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequesting {
  func start(in context: NSManagedObjectContext) -> NSPersistentStoreAsynchronousResult {
    let result = NSAsynchronousFetchResult(of: self, in: context)
    context.perform { [completion] in
      result.finish()
      completion?(result)
    }
    return result
  }
}

extension NSAsynchronousFetchResult {
  /// Fetches, unless the request was canceled.
  fileprivate final func finish() {
    guard !isCancelled else {
      failure = CocoaError(.userCancelled)
      return
    }
    do {
      found = try managedObjectContext.fetch(fetchRequest.fetchRequest)
    } catch {
      failure = error
    }
    // Each object counts as a unit of progress.
    let count = Int64(max(found?.count ?? 0, 1))
    progress?.totalUnitCount = count
    progress?.completedUnitCount = count
  }

  /// Creates the result of a fetch that has been executed already.
  convenience init(
    of request: NSFetchRequest<ResultType>,
    _ found: [ResultType],
    in context: NSManagedObjectContext
  ) {
    self.init(of: NSAsynchronousFetchRequest(fetchRequest: request), in: context)
    self.found = found
  }
}

/// Conversion of results whose type is erased.
enum ResultsOfRequest {
  /// Returns the result with the type of its request.
  ///
  /// All results have one layout. The optimizer must not see through this: it assumes that objects of different types
  /// are different.
  @inline(never)
  @_optimize(none)
  static func typed<Result>(
    _ result: NSAsynchronousFetchResult<any NSFetchRequestResult>
  ) -> NSAsynchronousFetchResult<Result> {
    // The class stores its results in a form that does not depend on their type.
    unsafeBitCast(result, to: NSAsynchronousFetchResult<Result>.self)
  }
}
