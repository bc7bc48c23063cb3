/// The destination of a path, for writing.
package enum WrittenPlace: Sendable {
  /// A regular file, or a nonexistent one, at the path with all links resolved.
  case file(String, FileAttributes?)

  /// An output that the process already has open, such as `/dev/stdout`.
  case descriptor(Int32)

  /// A device, a pipe or a socket.
  case stream(String)

  case folder

  /// The greatest number of links that are followed.
  private static let linkLimit = 40

  /// Resolves the destination of a path.
  ///
  /// - Throws: The reason why that is impossible.
  package init(_ path: String) throws(FileProblem) {
    var path = path
    for _ in 0..<Self.linkLimit {
      if let number = Self.descriptor(path) {
        self = .descriptor(number)
        return
      }
      var status = stat()
      // The path of a device or pipe may contain links.
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .stream(path)
        return
      }
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw FileProblem(errorNumber: errno) }
        self = .file(path, nil)
        return
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        self = .file(path, FileAttributes(status))
        return
      }
      path = try Self.target(ofLink: path)
    }
    throw FileProblem(errorNumber: ELOOP)
  }

  private static func target(ofLink path: String) throws(FileProblem) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { throw FileProblem(errorNumber: count < 0 ? errno : ENOENT) }
    let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return path[...slash] + target
  }

  /// The descriptor of an open file for a path such as `/dev/fd/3`.
  ///
  /// Opening such a path again would write from the beginning of the file, over the output of others.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}

/// The owner and the permissions of a file.
package struct FileAttributes: Sendable, Hashable {
  private let permissions: mode_t
  private let owner: uid_t
  private let group: gid_t

  /// Whether the file has more than one name, by hard links.
  package let hasOtherNames: Bool

  init(_ status: stat) {
    hasOtherNames = status.st_nlink > 1 && status.st_mode & S_IFMT == S_IFREG
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }

  /// Reads the attributes of the file at a path; nil if there is none.
  package init?(ofFileAt path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Sets these attributes of an open file.
  ///
  /// - Returns: Whether the file has the owner and the group now; not every user may change the owner.
  package func give(to descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    let isOwned =
      (status.st_uid == owner && status.st_gid == group) || fchown(descriptor, owner, group) == 0
    // A change of the owner clears some permissions, so they come last.
    return fchmod(descriptor, permissions) == 0 && isOwned
  }
}
