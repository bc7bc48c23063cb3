import Files

#if canImport(Glibc)
  /// Changes reported by the Linux kernel.
  final class InotifySource: ChangeSource {
    private let descriptor: Int32
    private let stop: Int32

    /// The watched folders, by their watch descriptors.
    private var folders: [Int32: [String]] = [:]

    /// Whether a folder was removed before it could be watched.
    private var hasMissedSomething = false
    private var list = WatchList()

    /// - Parameter stop: A descriptor that becomes readable when waiting should end.
    /// - Throws: The error of the system.
    init(stop: Int32) throws(FileProblem) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
      self.stop = stop
    }

    deinit {
      close(descriptor)
    }

    func watch(_ list: WatchList) throws(FileProblem) {
      self.list = list
      var current: [Int32: [String]] = [:]
      for folder in list.folders.keys.sorted() {
        let number = inotify_add_watch(descriptor, folder, Self.events)
        if number >= 0 {
          current[number, default: []].append(folder)
        } else if errno == ENOSPC {
          throw FileProblem(
            "the system already watches too many files; raise fs.inotify.max_user_watches"
          )
        } else {
          hasMissedSomething = true
        }
      }
      for number in folders.keys where current[number] == nil {
        inotify_rm_watch(descriptor, number)
      }
      folders = current
    }

    func wait(milliseconds: Int?) throws(FileProblem) -> WatchEvent {
      if hasMissedSomething {
        hasMissedSomething = false
        return .unknownChanges
      }
      let deadline = Deadline(milliseconds: milliseconds)
      while true {
        switch try Readiness.wait(for: descriptor, orStop: stop, until: deadline) {
        case .stop: return .stop
        case .quiet: return .quiet
        case .ready:
          // Events about other names are ignored.
          if let event = try events() { return event }
        }
      }
    }

    /// The next event on the list, or nil if there is none.
    private func events() throws(FileProblem) -> WatchEvent? {
      var changes: [FileChange] = []
      var isOverflow = false
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { break }
        guard count > 0 else { throw FileProblem(errorNumber: errno) }
        buffer[..<count].withUnsafeBytes { bytes in
          var records = InotifyRecords(bytes: bytes)
          while let record = records.next() {
            isOverflow = isOverflow || record.mask & UInt32(IN_Q_OVERFLOW) != 0
            for folder in folders[record.watch] ?? [] {
              changes.append(FileChange(folder: folder, name: record.name))
            }
          }
        }
      }
      if isOverflow { return .unknownChanges }
      changes = changes.filter(list.concerns)
      return changes.isEmpty ? nil : .changes(changes)
    }

    /// The kinds of events; a written file counts when it is closed.
    private static let events = UInt32(
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR
    )
  }

  /// The records of `struct inotify_event` in a buffer: four numbers and a name padded with zeroes.
  private struct InotifyRecords {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    private static let headerSize = 16

    mutating func next() -> (watch: Int32, mask: UInt32, name: String?)? {
      guard offset + Self.headerSize <= bytes.count else { return nil }
      let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let start = offset + Self.headerSize
      guard start + length <= bytes.count else { return nil }
      offset = start + length
      let name = bytes[start..<offset].prefix { $0 != 0 }
      return (watch, mask, name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
    }
  }
#endif
