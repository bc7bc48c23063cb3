import Synchronization

/// The versions of deleted rows at their last save.
///
/// A context that has read an object before it was deleted must not confuse it with a row that is inserted later
/// under the same reference: the versions of both must differ.
final class DeletedVersions: Sendable {
  private let highest = Mutex<Int64>(0)

  /// The number of saves of an object by other programs that are allowed for between a read here and the deletion
  /// there.
  private static let distance: Int64 = 1 << 10

  /// Records the version of a deleted row.
  func note(_ version: Int64) { highest.withLock { $0 = max($0, version) } }

  /// Returns a version for a row that is inserted again; the argument is the version that was read before the
  /// deletion.
  func next(after version: Int64) -> Int64 {
    highest.withLock { highest in
      let (next, overflows) = max(highest, version).addingReportingOverflow(Self.distance)
      guard !overflows else { return 1 }
      highest = next
      return next
    }
  }
}
