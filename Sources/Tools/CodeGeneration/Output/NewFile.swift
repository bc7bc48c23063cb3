import Files

/// A file that is created with its whole content.
enum NewFile {
  /// Creates a file; there must be nothing at the path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - content: The content.
  ///   - attributes: The attributes of a file to be given to the new one; nil for those of new files.
  /// - Throws: The reason for a failure, after which a part of the file may exist.
  static func create(
    _ path: String,
    _ content: [UInt8],
    attributes: FileAttributes? = nil
  ) throws(FileProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    do throws(FileProblem) {
      if let attributes { _ = attributes.give(to: descriptor) }
      try write(content, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report only now that the disk is full.
    guard close(descriptor) == 0 else { throw FileProblem(errorNumber: errno) }
  }

  private static func write(_ content: [UInt8], to descriptor: Int32) throws(FileProblem) {
    var written = 0
    while written < content.count {
      let count = content[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(errorNumber: errno)
      }
      written += count
    }
  }
}

/// `write(2)`, under a name that no method has.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
