#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files so that a reader sees the old bytes or the new ones and never a part of either, and
/// leaves alone what has the right bytes already.
package struct FileWriter: Sendable {
  package init() {}

  /// What became of a file.
  package enum Outcome: Sendable {
    case written
    case unchanged
  }

  /// Puts bytes into a file.
  ///
  /// Its folder must exist.
  @discardableResult
  package func write(_ bytes: [UInt8], to path: String) throws(FileProblem) -> Outcome {
    // A link is written through: what it points to is replaced, and the link stays.
    let target = resolvingLinks(path)
    if let existing = try? FileReader(maximumBytes: bytes.count).bytes(of: target),
      existing == bytes
    {
      return .unchanged
    }
    let temporary = target + ".\(getpid()).new"
    do throws(FileProblem) {
      try create(temporary, bytes, permissions: permissions(of: target))
      guard rename(temporary, target) == 0 else { throw FileProblem(errorNumber: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    return .written
  }

  /// Makes a folder, and those above it, where they are missing.
  package func makeFolder(_ path: String) throws(FileProblem) {
    guard !path.isEmpty, FileReader().kind(of: path) == nil else { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw FileProblem(errorNumber: errno)
    }
  }

  private func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func permissions(of path: String) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0o666 }
    return status.st_mode & 0o777
  }

  private func create(
    _ path: String,
    _ bytes: [UInt8],
    permissions: mode_t
  ) throws(FileProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(errorNumber: errno)
      }
      written += count
    }
    guard fsync(descriptor) == 0 else { throw FileProblem(errorNumber: errno) }
  }
}

/// `write(2)`, which inside the writer would be taken for its own method.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
