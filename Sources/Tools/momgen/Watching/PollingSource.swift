import Files

/// Changes found by polling, where the system reports none.
struct PollingSource: ChangeSource {
  private let stop: Int32
  private let interval: Int
  private var list = WatchList()
  private var known: [FileChange: Mark] = [:]

  /// The mark that distinguishes a file from its successor.
  private struct Mark: Equatable {
    var node: UInt64
    var size: Int64

    /// Nil for a folder.
    var time: ModificationTime?
  }

  /// - Parameters:
  ///   - stop: A descriptor that becomes readable when waiting should end.
  ///   - milliseconds: The polling interval.
  init(stop: Int32, every milliseconds: Int = 200) {
    self.stop = stop
    interval = milliseconds
  }

  mutating func watch(_ list: WatchList) throws(FileProblem) {
    let marks = marks(of: list)
    // Known files keep their old mark, so that a change since the last poll is still found.
    known = known.filter { list.concerns($0.key) }.merging(
      marks.filter { !self.list.concerns($0.key) },
      uniquingKeysWith: { old, _ in old }
    )
    self.list = list
  }

  mutating func wait(milliseconds: Int?) throws(FileProblem) -> WatchEvent {
    let deadline = Deadline(milliseconds: milliseconds)
    while true {
      let marks = marks(of: list)
      let changed = Set(known.keys).union(marks.keys).filter { known[$0] != marks[$0] }
      known = marks
      guard changed.isEmpty else {
        return .changes(
          changed.sorted { ($0.folder, $0.name ?? "") < ($1.folder, $1.name ?? "") }
        )
      }
      let next = Deadline(milliseconds: min(interval, deadline.remaining ?? interval))
      if try Readiness.wait(for: nil, orStop: stop, until: next) == .stop { return .stop }
      if deadline.remaining == 0 { return .quiet }
    }
  }

  private func marks(of list: WatchList) -> [FileChange: Mark] {
    var marks: [FileChange: Mark] = [:]
    for folder in list.folders.keys {
      for name in (try? FileReader().names(in: folder)) ?? [] {
        let entry = FileChange(folder: folder, name: name)
        if list.concerns(entry) { marks[entry] = Self.mark(of: folder + "/" + name) }
      }
    }
    return marks
  }

  private static func mark(of path: String) -> Mark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // The time of a folder changes with every name in it, even irrelevant ones.
    if status.st_mode & S_IFMT == S_IFDIR {
      return Mark(node: UInt64(status.st_ino), size: 0, time: nil)
    }
    return Mark(
      node: UInt64(status.st_ino),
      size: Int64(status.st_size),
      time: ModificationTime(status)
    )
  }
}
