import Synchronization

/// The versions that deleted rows had when they were saved last.
///
/// A context that has read an object before it was deleted must not take a row that is inserted in
/// its place for the one that it knows: the versions of both differ.
final class DeletedVersions: Sendable {
  private let highest = Mutex<Int64>(0)

  /// The number of saves of an object by other programs that are allowed for between a reading here
  /// and the deletion there.
  private static let distance: Int64 = 1 << 10

  /// Takes note of the version of a row that was deleted.
  func note(_ version: Int64) { highest.withLock { $0 = max($0, version) } }

  /// A version for a row that is inserted again; the argument is the one that was read before it was deleted.
  func next(after version: Int64) -> Int64 {
    highest.withLock { highest in
      let (next, overflows) = max(highest, version).addingReportingOverflow(Self.distance)
      guard !overflows else { return 1 }
      highest = next
      return next
    }
  }
}
