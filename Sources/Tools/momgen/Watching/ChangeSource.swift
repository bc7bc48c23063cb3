import Files

/// Reports changes of watched files.
protocol ChangeSource {
  /// Watches the files on a list, and no others.
  ///
  /// Later changes are not missed.
  mutating func watch(_ list: WatchList) throws(FileProblem)

  /// Waits until something happens.
  ///
  /// - Parameter milliseconds: The timeout, or nil for none.
  /// - Returns: The first event.
  /// - Throws: The error of the system.
  mutating func wait(milliseconds: Int?) throws(FileProblem) -> WatchEvent
}

/// An event of a ``ChangeSource``.
enum WatchEvent: Sendable, Equatable {
  case changes([FileChange])
  /// Changes of unknown files, after an overflow.
  case unknownChanges
  /// The timeout has expired.
  case quiet
  /// The program has been asked to end.
  case stop
}
