import Foundation
import ObjectRows
import Synchronization

/// The record of a context in its parent or coordinator.
///
/// All members can be used on any thread.
final class DependentContext: @unchecked Sendable {
  var context: NSManagedObjectContext? { weakContext.object }

  /// Whether the saves of others are merged into the context automatically.
  var mergesAutomatically: Bool {
    get { merges.load(ordering: .relaxed) }
    set { merges.store(newValue, ordering: .relaxed) }
  }

  private let merges = Atomic<Bool>(false)
  private let hasRenamedReferences = Atomic<Bool>(false)
  private let lock = NSLock()
  private var renamedReferences: [PermanentReference] = []
  private let weakContext: WeakHandle<NSManagedObjectContext>

  init(_ context: NSManagedObjectContext) {
    weakContext = context.queue.weakContext
  }

  /// Passes the permanent reference of an object to the context, which may know it by a temporary one, and to all its
  /// descendants.
  ///
  /// They get it before a result can contain the permanent reference.
  func forward(_ reference: PermanentReference) {
    lock.withLock { renamedReferences.append(reference) }
    hasRenamedReferences.store(true, ordering: .releasing)
    context?.dependents.forward(reference)
  }

  /// Returns the references since the last call.
  func takeRenamedReferences() -> [PermanentReference] {
    guard hasRenamedReferences.load(ordering: .acquiring) else { return [] }
    return lock.withLock {
      hasRenamedReferences.store(false, ordering: .relaxed)
      defer { renamedReferences = [] }
      return renamedReferences
    }
  }
}

/// The reference that an object has got from a store, replacing a temporary one.
struct PermanentReference: Sendable {
  let temporary: Reference
  let permanent: Reference
}

/// The child contexts of one parent, or the contexts of one coordinator.
final class DependentContexts: Sendable {
  private let members = Mutex<[DependentContext]>([])

  /// Adds a context, which is not retained, and must be removed before it is deallocated.
  func add(_ dependent: DependentContext) {
    members.withLock { $0.append(dependent) }
  }

  /// Whether there are no contexts.
  var isEmpty: Bool { members.withLock { $0.isEmpty } }

  func remove(_ dependent: DependentContext) {
    members.withLock { $0.removeAll { $0 === dependent } }
  }

  /// The contexts that may still be alive.
  var all: [DependentContext] { members.withLock { $0 } }

  /// Merges saved changes into the contexts that merge automatically, except the one that has saved them.
  ///
  /// The changes are computed only if a context needs them.
  func broadcast(from saver: NSManagedObjectContext, _ changes: () -> SavedChanges) {
    let interested = all.compactMap { dependent -> NSManagedObjectContext? in
      guard dependent.mergesAutomatically, let context = dependent.context, context !== saver
      else { return nil }
      return context
    }
    guard !interested.isEmpty else { return }
    let changes = changes()
    for context in interested {
      // The closure may be the last owner of the context.
      context.queue.async { [weakContext = context.queue.weakContext] in
        weakContext.object?.merge(changes)
      }
    }
  }

  /// Passes a permanent reference to all contexts.
  func forward(_ reference: PermanentReference) {
    for dependent in all { dependent.forward(reference) }
  }
}
