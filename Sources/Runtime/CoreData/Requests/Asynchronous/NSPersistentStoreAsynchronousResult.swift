import Foundation

/// The result of a request that is executed asynchronously.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  /// The context that executes the request.
  public final let managedObjectContext: NSManagedObjectContext

  /// The progress of the request; nil if no progress was current when it was created.
  public final let progress: Progress?

  /// Used on the context's queue, except `isCancelled`.
  final var failure: (any Error)?
  private let lock = NSLock()
  private var wasCancelled = false

  init(in context: NSManagedObjectContext) {
    managedObjectContext = context
    progress = Progress.current() == nil ? nil : Progress(totalUnitCount: 1)
    super.init()
  }

  /// The error of the request, if it failed.
  open var operationError: (any Error)? { failure }

  /// Cancels the request, unless it has been executed.
  open func cancel() {
    lock.withLock { wasCancelled = true }
    progress?.cancel()
  }

  /// Whether the request was canceled.
  final var isCancelled: Bool {
    lock.withLock { wasCancelled } || progress?.isCancelled == true
  }
}
