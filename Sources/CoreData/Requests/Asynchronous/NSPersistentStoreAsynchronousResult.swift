import Foundation

/// What a request yields that is executed while the program goes on.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  /// The context that executes the request.
  public final let managedObjectContext: NSManagedObjectContext

  /// How far the request is; nil if nobody reported progress when it was made.
  public final let progress: Progress?

  /// Used on the context's queue, but for `isCancelled`.
  final var failure: (any Error)?
  private let lock = NSLock()
  private var wasCancelled = false

  init(in context: NSManagedObjectContext) {
    managedObjectContext = context
    progress = Progress.current() == nil ? nil : Progress(totalUnitCount: 1)
    super.init()
  }

  /// What went wrong.
  open var operationError: (any Error)? { failure }

  /// Gives the request up, unless it has been executed.
  open func cancel() {
    lock.withLock { wasCancelled = true }
    progress?.cancel()
  }

  /// Whether nobody wants the result any more.
  final var isCancelled: Bool {
    lock.withLock { wasCancelled } || progress?.isCancelled == true
  }
}
