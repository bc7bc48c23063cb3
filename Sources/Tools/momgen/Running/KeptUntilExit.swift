import Synchronization

/// Values that are not freed before the process ends, which then frees all of its memory at once.
///
/// For the last step of a verb that has built millions of small values: releasing them takes several hundredths of its
/// time.
enum KeptUntilExit {
  private static let values = Mutex<[any Sendable]>([])

  static func keep(_ value: any Sendable) {
    values.withLock { $0.append(value) }
  }
}
