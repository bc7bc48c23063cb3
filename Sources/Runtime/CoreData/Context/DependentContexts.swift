import Foundation
import ObjectRows
import Synchronization

/// The record of a context in its parent or coordinator.
///
/// All of it can be used on any thread.
final class DependentContext: @unchecked Sendable {
  var context: NSManagedObjectContext? { weakContext.context }

  /// Whether what others save is merged into the context without being asked for.
  var mergesAutomatically: Bool {
    get { merges.load(ordering: .relaxed) }
    set { merges.store(newValue, ordering: .relaxed) }
  }

  private let merges = Atomic<Bool>(false)
  private let hasRenamedReferences = Atomic<Bool>(false)
  private let lock = NSLock()
  private var renamedReferences: [PermanentReference] = []
  private let weakContext: WeakContext

  init(_ context: NSManagedObjectContext) {
    weakContext = context.queue.weakContext
  }

  /// Tells the context the permanent reference of an object that it may know by a temporary one, and all that descend
  /// from it.
  ///
  /// They learn it before a result can hold the permanent reference.
  func tell(_ reference: PermanentReference) {
    lock.withLock { renamedReferences.append(reference) }
    hasRenamedReferences.store(true, ordering: .releasing)
    context?.dependents.tell(reference)
  }

  /// The changes since the context asked last.
  func takeRenamedReferences() -> [PermanentReference] {
    guard hasRenamedReferences.load(ordering: .acquiring) else { return [] }
    return lock.withLock {
      hasRenamedReferences.store(false, ordering: .relaxed)
      defer { renamedReferences = [] }
      return renamedReferences
    }
  }
}

/// The reference that an object has got from a store, in place of a temporary one.
struct PermanentReference: Sendable {
  let temporary: Reference
  let permanent: Reference
}

/// The contexts that take their rows from one parent or coordinator.
final class DependentContexts: @unchecked Sendable {
  private let lock = NSLock()
  private var members: [DependentContext] = []

  /// Adds a context, which is not retained, and has to be removed when it goes.
  func add(_ dependent: DependentContext) {
    lock.withLock { members.append(dependent) }
  }

  /// Whether there are none.
  var isEmpty: Bool { lock.withLock { members.isEmpty } }

  func remove(_ dependent: DependentContext) {
    lock.withLock { members.removeAll { $0 === dependent } }
  }

  /// Those that may still be alive.
  var all: [DependentContext] { lock.withLock { members } }

  /// Merges what was saved into those that want it, but not into the one that has saved it.
  ///
  /// The changes are gathered only if anybody wants them.
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
        weakContext.context?.merge(changes)
      }
    }
  }

  /// Tells all of a permanent reference.
  func tell(_ reference: PermanentReference) {
    for dependent in all { dependent.tell(reference) }
  }
}
