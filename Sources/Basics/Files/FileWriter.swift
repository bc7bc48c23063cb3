/// Writes files atomically, so that a reader sees the old bytes or the new ones and never a mixture, and leaves files
/// with the right bytes alone.
///
/// A link is followed, even one to a nonexistent file. A file keeps its permissions and its owner. Anything but a
/// regular file, such as a pipe or a device, is written to, and is never replaced by a file.
///
/// A file with several hard links is written in place, so that all names have the new bytes: it may be incomplete if
/// the program is terminated meanwhile.
package struct FileWriter: Sendable {
  /// Whether a file with several hard links is replaced like any other, under the given name only.
  private let separatesNames: Bool

  package init(separatesNames: Bool = false) {
    self.separatesNames = separatesNames
  }

  /// The result of writing a file.
  package enum Outcome: Sendable {
    case written
    case unchanged
  }

  /// Writes bytes to a file.
  ///
  /// Its folder must exist.
  @discardableResult
  package func write(_ bytes: [UInt8], to path: String) throws(FileProblem) -> Outcome {
    switch try WrittenPlace(path) {
    case .folder: throw FileProblem("it is a folder, not a file")
    case .descriptor(let number): try put(bytes, into: number)
    case .stream(let path):
      try withFile(open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)) { descriptor throws(FileProblem) in
        try put(bytes, into: descriptor)
      }
    case .file(let target, let attributes):
      if attributes != nil,
        let existing = try? FileReader(maximumBytes: bytes.count).bytes(of: target),
        existing == bytes
      {
        return .unchanged
      }
      if !separatesNames, attributes?.hasOtherNames ?? false {
        try overwrite(target, with: bytes)
      } else {
        try replace(target, attributes, with: bytes)
      }
    }
    return .written
  }

  /// Creates a file; there must be nothing at the path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - bytes: The content.
  ///   - attributes: The attributes of a file to be given to the new one; nil for those of new files.
  /// - Throws: The reason for a failure, after which a part of the file may exist.
  package func create(
    _ path: String,
    with bytes: [UInt8],
    attributes: FileAttributes? = nil
  ) throws(FileProblem) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    try withFile(open(path, flags, 0o666)) { descriptor throws(FileProblem) in
      if let attributes { _ = attributes.give(to: descriptor) }
      try put(bytes, into: descriptor)
    }
  }

  /// Creates a folder, with missing parent folders.
  package func makeFolder(_ path: String) throws(FileProblem) {
    var made: [String] = []
    try makeFolder(path, noting: &made)
  }

  /// Creates a folder, with missing parent folders, and notes those that it has created, the outermost first; also if
  /// it fails.
  package func makeFolder(_ path: String, noting made: inout [String]) throws(FileProblem) {
    guard !path.isEmpty, FileReader().kind(of: path) == nil else { return }
    try makeFolder(PathText.folder(of: path), noting: &made)
    if mkdir(path, 0o777) == 0 {
      made.append(path)
    } else if errno != EEXIST {
      throw FileProblem(errorNumber: errno)
    }
  }

  // MARK: Regular files

  private func replace(
    _ target: String,
    _ attributes: FileAttributes?,
    with bytes: [UInt8]
  ) throws(FileProblem) {
    let (temporary, descriptor) = try makeTemporary(beside: target)
    do throws(FileProblem) {
      let isOwned = try withFile(descriptor) { descriptor throws(FileProblem) in
        let isOwned = attributes?.give(to: descriptor) ?? true
        if isOwned { try put(bytes, into: descriptor, isSynchronized: true) }
        return isOwned
      }
      guard isOwned else {
        unlink(temporary)
        return try overwrite(target, with: bytes)
      }
      guard rename(temporary, target) == 0 else { throw FileProblem(errorNumber: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func makeTemporary(
    beside target: String
  ) throws(FileProblem) -> (path: String, result: Int32) {
    try TemporaryName.first(for: target) { path in
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
  }

  /// Overwrites a file in place, because a new one would have another owner, or lack the other names.
  package func overwrite(_ target: String, with bytes: [UInt8]) throws(FileProblem) {
    try withFile(open(target, O_WRONLY | O_CLOEXEC)) { descriptor throws(FileProblem) in
      try reserve(bytes.count, of: descriptor)
      try put(bytes, into: descriptor)
      guard ftruncate(descriptor, off_t(bytes.count)) == 0, fsync(descriptor) == 0 else {
        throw FileProblem(errorNumber: errno)
      }
    }
  }

  /// Reserves room for the bytes before the old ones are overwritten.
  private func reserve(_ count: Int, of descriptor: Int32) throws(FileProblem) {
    #if !canImport(Darwin)
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw FileProblem(errorNumber: errno) }
      guard off_t(count) > status.st_size else { return }
      let problem = posix_fallocate(descriptor, 0, off_t(count))
      guard problem == ENOSPC || problem == EDQUOT || problem == EFBIG else { return }
      _ = ftruncate(descriptor, status.st_size)
      throw FileProblem(errorNumber: problem)
    #endif
  }

  // MARK: Bytes

  /// Calls a closure with an open file, and closes it: some file systems report only then that the disk is full.
  private func withFile<Result>(
    _ descriptor: Int32,
    _ body: (Int32) throws(FileProblem) -> Result
  ) throws(FileProblem) -> Result {
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    let result: Result
    do throws(FileProblem) {
      result = try body(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 || errno == EINTR else { throw FileProblem(errorNumber: errno) }
    return result
  }

  private func put(
    _ bytes: [UInt8],
    into descriptor: Int32,
    isSynchronized: Bool = false
  ) throws(FileProblem) {
    do throws(OutputProblem) {
      try OutputDescriptor(descriptor).write(bytes)
    } catch {
      throw FileProblem(errorNumber: error.errorNumber)
    }
    guard !isSynchronized || fsync(descriptor) == 0 else { throw FileProblem(errorNumber: errno) }
  }
}
