/// Reads files and folders, and throws for anything else.
package struct FileReader: Sendable {
  /// The greatest size of a file.
  ///
  /// The largest real models have a few megabytes.
  package var maximumBytes: Int

  package init(maximumBytes: Int = 128 << 20) {
    self.maximumBytes = maximumBytes
  }

  /// The kind of file at a path.
  package enum Kind: Sendable {
    case file
    case folder
    case other
  }

  /// Returns the kind of file at a path; nil if there is none.
  ///
  /// Links are followed.
  package func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// A path whose last component is the actual name of the file, also for `.` and `..`.
  package func namedPath(of path: String) -> String {
    guard [".", ".."].contains(PathName(path).last), let real = realpath(path, nil) else {
      return path
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bytes of a regular file.
  package func bytes(of path: String) throws(FileProblem) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileProblem(errorNumber: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileProblem("it is a folder, not a file")
    default: throw FileProblem("it is not a regular file")
    }
    guard status.st_size <= maximumBytes else {
      throw tooLarge(bytes: Int(status.st_size))
    }
    return try bytes(from: descriptor, expecting: Int(status.st_size))
  }

  /// The first bytes of a regular file of any size.
  package func beginning(of path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &bytes, limit)
    guard count >= 0 else { throw FileProblem(errorNumber: errno) }
    return Array(bytes.prefix(count))
  }

  /// The bytes of a pipe or a device, read until its end.
  package func stream(of path: String) throws(FileProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, expecting: 64 << 10)
  }

  /// The bytes of standard input.
  package func standardInput() throws(FileProblem) -> [UInt8] {
    try bytes(from: STDIN_FILENO, expecting: 64 << 10)
  }

  /// Reads to the end.
  ///
  /// The length of a file may have changed in the meantime.
  private func bytes(
    from descriptor: Int32,
    expecting expected: Int
  ) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // One byte more than expected, so that the end is detected without another read.
      let room = max(expected + 1 - bytes.count, 64 << 10)
      var failure: Int32?
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        ProcessMemory.useLargePages(for: UnsafeMutableRawBufferPointer(buffer))
        let result = read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = errno }
        count = max(result, 0)
      }
      if let failure {
        if failure == EINTR { continue }
        throw FileProblem(errorNumber: failure)
      }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count > maximumBytes { throw tooLarge(bytes: bytes.count) }
    }
  }

  /// The names in a folder, without `.` and `..`, in the order of their code points.
  package func names(in path: String) throws(FileProblem) -> [String] {
    guard let folder = opendir(path) else { throw FileProblem(errorNumber: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func tooLarge(bytes: Int) -> FileProblem {
    FileProblem("it has \(bytes) bytes; at most \(maximumBytes) are read")
  }
}

/// The reason why a file cannot be read or written.
package struct FileProblem: Error, Sendable {
  /// The reason, as the rest of a sentence such as "cannot read the file: …".
  package var reason: String

  /// The system's error number; nil for other problems.
  package private(set) var errorNumber: Int32?

  package init(_ reason: String) {
    self.reason = reason
  }

  package init(errorNumber: Int32) {
    self.errorNumber = errorNumber
    reason = String(cString: strerror(errorNumber))
  }
}
