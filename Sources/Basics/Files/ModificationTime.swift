/// The time at which a file was last modified, to the nanosecond.
package struct ModificationTime: Sendable, Hashable, Comparable {
  private let seconds: Int
  private let nanoseconds: Int

  /// The time of a file, or of the target of a link; nil if there is none.
  package init?(ofFileAt path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The time in the status of a file.
  package init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }

  /// The time of the file of the running program; nil if the system does not tell which one that is.
  package static var ofProgram: Self? { Self(ofFileAt: "/proc/self/exe") }

  package static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
