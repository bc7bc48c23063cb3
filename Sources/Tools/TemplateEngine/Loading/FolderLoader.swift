import Files

/// Loads templates from folders.
///
/// A name is looked up in the folders in order.
///
/// No name leads outside the folders: neither by `..`, nor as an absolute path, nor through a
/// symbolic link.
package struct FolderLoader: TemplateLoader {
  private let folders: [String]

  /// The maximum size of a template file.
  package static let largestFile = 16 << 20

  package init(_ folders: [String]) {
    self.folders = folders
  }

  package func source(of name: String) throws(TemplateLoadingError) -> TemplateSource {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.utf8.contains(0), !parts.contains(""), !parts.contains("..") else {
      throw TemplateLoadingError(
        "'\(name)' is not the name of a template",
        hint: "names are relative to the folders of templates and do not contain '..'"
      )
    }
    for folder in folders {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      // A folder or file that does not exist is skipped: the next folder may have it.
      guard let root = Self.resolved(folder), let file = Self.resolved(path) else { continue }
      guard file == root || file.hasPrefix(root == "/" ? root : root + "/") else {
        throw TemplateLoadingError("template '\(name)' is a link that leads out of '\(folder)'")
      }
      return TemplateSource(text: try Self.text(of: file, named: name), path: path)
    }
    throw TemplateLoadingError(
      "there is no template '\(name)'",
      hint: folders.isEmpty
        ? "no folder of templates is given" : "looked in \(folders.joined(separator: ", "))"
    )
  }

  /// The path with all links resolved, or nil when there is no such file.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func text(
    of file: String,
    named name: String
  ) throws(TemplateLoadingError) -> String {
    // `O_NONBLOCK`: opening a pipe must not wait for its writer.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw TemplateLoadingError("template '\(name)' cannot be opened: \(systemMessage())")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw TemplateLoadingError("template '\(name)' is not a file")
    }
    let bytes = try bytes(of: descriptor, named: name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TemplateLoadingError("template '\(name)' is not UTF-8")
    }
    return text
  }

  private static func bytes(
    of descriptor: CInt,
    named name: String
  ) throws(TemplateLoadingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &page, page.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw TemplateLoadingError("template '\(name)' cannot be read: \(systemMessage())")
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: page[..<count])
      guard bytes.count <= largestFile else {
        throw TemplateLoadingError("template '\(name)' is larger than \(largestFile) bytes")
      }
    }
  }

  private static func systemMessage() -> String {
    String(cString: strerror(errno))
  }
}
