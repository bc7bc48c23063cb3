import Files

/// Work that is repeated whenever files change.
protocol WatchedWork {
  /// Determines the files to watch after some changes.
  mutating func prepare(after changes: Changes) -> WatchList

  /// Handles the changes.
  ///
  /// - Throws: The reason to end the watching.
  mutating func perform() throws(FileProblem)
}

/// The changes since the last run of the work.
enum Changes: Sendable, Equatable {
  case everything
  case some(Set<FileChange>)

  /// Whether anything on a list has changed.
  func concern(_ list: WatchList) -> Bool {
    switch self {
    case .everything: true
    case .some(let changes): changes.contains(where: list.concerns)
    }
  }
}

/// Runs the work now, and again after each change, until it is asked to stop.
struct Watcher<Source: ChangeSource> {
  var source: Source

  /// The quiet time in milliseconds after which a change counts as complete.
  var quiet = 100

  /// The maximum time to wait for quiet in milliseconds, since writing may never stop.
  var timeout = 2000

  mutating func run(_ work: inout some WatchedWork) throws(FileProblem) {
    var changes = Changes.everything
    while true {
      // Watching begins before the files are read, so that no change falls in between.
      try source.watch(work.prepare(after: changes))
      try work.perform()
      guard let next = try nextChanges() else { return }
      changes = next
    }
  }

  /// Waits for changes and for quiet after them; returns nil to stop.
  private mutating func nextChanges() throws(FileProblem) -> Changes? {
    var changes: Set<FileChange> = []
    var isEverything = false
    var event = try source.wait(milliseconds: nil)
    let deadline = Deadline(milliseconds: timeout)
    while true {
      switch event {
      case .stop: return nil
      case .quiet: return isEverything ? .everything : .some(changes)
      case .changes(let new): changes.formUnion(new)
      case .unknownChanges: isEverything = true
      }
      event = deadline.remaining == 0 ? .quiet : try source.wait(milliseconds: quiet)
    }
  }
}
