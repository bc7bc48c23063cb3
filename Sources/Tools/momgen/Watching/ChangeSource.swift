import Files

/// Tells when watched files change.
protocol ChangeSource {
  /// Watches what is on a list, and nothing else any more.
  ///
  /// Changes from here on are not missed.
  mutating func watch(_ list: WatchList) throws(FileProblem)

  /// Waits until something happens.
  ///
  /// - Parameter milliseconds: How long, or nil for ever.
  /// - Returns: What happened first.
  /// - Throws: What the system says against waiting.
  mutating func wait(milliseconds: Int?) throws(FileProblem) -> WatchEvent
}

/// An event of a ``ChangeSource``.
enum WatchEvent: Sendable, Equatable {
  case changes([FileChange])
  /// An event whose kind is not known any more.
  case unknownChanges
  /// Nothing happened in time.
  case quiet
  /// The program is asked to end.
  case stop
}
