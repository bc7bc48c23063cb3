import Files

/// Copies a file of any size in chunks.
struct FileCopy {
  private let source: String
  private let target: String
  private static let pieceSize = 1 << 20

  init(from source: String, to target: String) {
    self.source = source
    self.target = target
  }

  /// Copies the file; an incomplete copy stays if an error is thrown.
  ///
  /// - Parameter observer: Called before each chunk.
  /// - Throws: `FileProblem`, or the error of the observer.
  func run(_ observer: () throws -> Void = {}) throws {
    let input = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard output >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(output) }
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      try observer()
      let count = piece.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileProblem(errorNumber: errno) }
      if count == 0 { break }
      try Self.put(piece[..<count], into: output)
    }
    guard fsync(output) == 0 else { throw FileProblem(errorNumber: errno) }
  }

  private static func put(_ piece: ArraySlice<UInt8>, into output: Int32) throws(FileProblem) {
    var rest = piece
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileProblem(errorNumber: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
