/// The name of a file or folder until it is complete and renamed: `NAME.PID.new`, or `NAME.PID-1.new`.
package struct TemporaryName: Sendable {
  /// The final name.
  package let final: String

  /// The process that has created it.
  private let process: pid_t

  /// Parses a name; nil for one that is not temporary.
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

  /// Whether the process that created it has ended, so that it will not be completed.
  package var isAbandoned: Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// The number of names to try; those of killed programs may exist.
  private static let limit = 100

  /// Creates a file or folder under the first free temporary name.
  ///
  /// - Parameters:
  ///   - path: The final path.
  ///   - make: A system call: its result is negative if it fails.
  /// - Returns: The temporary path, and the result of the call.
  /// - Throws: The reason why it cannot be created.
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
  /// Whether a folder is empty except for temporary files and folders of programs that have ended.
  package func hasOnlyLeftOvers(_ folder: String) -> Bool {
    guard let names = try? names(in: folder) else { return false }
    return names.allSatisfy { TemporaryName($0)?.isAbandoned == true }
  }
}
