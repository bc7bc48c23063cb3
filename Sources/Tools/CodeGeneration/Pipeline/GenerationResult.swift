/// The options of the last step of a pipeline.
package struct CommitOptions: Sendable {
  /// Whether generated files are removed that nothing makes any more.
  package var isPruning: Bool

  /// Whether nothing is written, and only said what would be.
  package var isTrial: Bool

  /// Whether files are replaced that the program did not make, or that were edited.
  package var isForced: Bool

  package init(isPruning: Bool = false, isTrial: Bool = false, isForced: Bool = false) {
    self.isPruning = isPruning
    self.isTrial = isTrial
    self.isForced = isForced
  }
}

/// The files that a pipeline has written, and the text for standard output.
package struct GenerationResult: Sendable {
  /// The text of the files that go to standard output.
  package internal(set) var output: [UInt8] = []

  /// The files that were written or removed, or would be; folder by folder.
  package internal(set) var changes: [Change] = []
  package internal(set) var counts = FileCounts()

  /// Whether files go to standard output or a device, even if nothing could be written.
  package internal(set) var hasStreams = false

  /// Whether all files go there.
  package internal(set) var isOnlyPrinting = true

  /// A file that was changed, by the path that the user knows.
  package enum Change: Sendable {
    case written(String)
    case removed(String)
  }
}
