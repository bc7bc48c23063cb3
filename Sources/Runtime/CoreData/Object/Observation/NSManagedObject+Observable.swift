import Observation
import Synchronization

// Views that read an object's properties while they are drawn are drawn again when these change. Reading is
// noticed in contexts of the main queue, whose objects views show; elsewhere it takes the short way past all this.
extension NSManagedObject {
  /// Takes note that a property is being read.
  final func noteAccess(_ index: Int) {
    guard state.contains(.isWatched) else { return }
    context?.confirmQueue()
    guard AccessProbe.isTracking else { return }
    needObservers().noteAccess(index)
  }
}

/// Stands for an object in its registrar, which knows properties by key paths of an observable type.
///
/// Classes of managed objects are not observable themselves, as on Apple's platforms: a program may make its own so.
private final class TrackedProperties: Observable, Sendable {
  static let shared = TrackedProperties()

  /// A property by its index.
  subscript(index: Int) -> Void { () }
}

/// The registrar of one object.
struct TrackedAccesses {
  private let registrar = ObservationRegistrar()

  func access(_ index: Int) {
    registrar.access(TrackedProperties.shared, keyPath: \.[index])
  }

  func willChange(_ index: Int) {
    registrar.willSet(TrackedProperties.shared, keyPath: \.[index])
  }

  func didChange(_ index: Int) {
    registrar.didSet(TrackedProperties.shared, keyPath: \.[index])
  }
}

/// Finds out whether accesses are being tracked on this thread.
///
/// `withObservationTracking` does not say; but it puts what is accessed into a table, for which it needs the
/// hash of the key path, for which the key path asks its argument. So most objects need no registrar.
private final class AccessProbe: Observable, Sendable {
  static var isTracking: Bool {
    let before = hashings.load(ordering: .relaxed)
    registrar.access(probe, keyPath: keyPath.value)
    return hashings.load(ordering: .relaxed) != before
  }

  private static let probe = AccessProbe()
  private static let registrar = ObservationRegistrar()
  private static let keyPath = ProbePath(value: \AccessProbe.[Argument()])
  private static let hashings = Atomic<Int>(0)

  // The path captures nothing that changes.
  private struct ProbePath: @unchecked Sendable {
    let value: KeyPath<AccessProbe, Void>
  }

  private struct Argument: Hashable {
    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      AccessProbe.hashings.add(1, ordering: .relaxed)
    }
  }

  private subscript(argument: Argument) -> Void { () }
}
