/// The name that a file or folder has until it is complete, and is renamed: `NAME.PID.new`, or `NAME.PID-1.new`.
package struct TemporaryName: Sendable {
  /// The name that it is to have.
  package let final: String

  /// The process that has made it.
  private let process: pid_t

  /// Reads a name; nil for one that is not temporary.
  package init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.last == "new" else { return nil }
    let numbers = parts[parts.count - 2].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count <= 2,
      numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      let process = pid_t(numbers[0]), process > 0
    else { return nil }
    final = parts.dropLast(2).joined(separator: ".")
    self.process = process
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether the process that made it has ended, and nobody completes it any more.
  package var isAbandoned: Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// The number of names that are tried; those of programs that were killed are taken.
  private static let limit = 100

  /// Makes a file or folder under the first temporary name that is free.
  ///
  /// - Parameters:
  ///   - path: The path that it is to have in the end.
  ///   - make: A call of the system: its result is negative where it fails.
  /// - Returns: The path under which it was made, and the result of the call.
  /// - Throws: Why it cannot be made.
  package static func first(
    for path: String,
    _ make: (_ path: String) -> Int32
  ) throws(FileProblem) -> (path: String, result: Int32) {
    for number in 0..<limit {
      let path = "\(path).\(getpid())\(number == 0 ? "" : "-\(number)").new"
      let result = make(path)
      if result >= 0 { return (path, result) }
      guard errno == EEXIST else { throw FileProblem(errorNumber: errno) }
    }
    throw FileProblem(errorNumber: EEXIST)
  }
}

extension FileReader {
  /// Whether a folder is empty but for temporary files and folders of programs that have ended.
  package func hasOnlyLeftOvers(_ folder: String) -> Bool {
    guard let names = try? names(in: folder) else { return false }
    return names.allSatisfy { TemporaryName($0)?.isAbandoned == true }
  }
}
