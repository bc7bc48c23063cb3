import Files

/// A file of a template set.
struct TemplateFile {
  /// The path below the folder of the set.
  var path: String
  var text: String
}

/// A folder of templates.
struct TemplateFolder {
  var name: String
  var files: [TemplateFile]
}

/// A file that cannot be embedded, and the reason.
struct EmbeddingError: Error {
  var message: String
}

/// The folder that contains the folders of the sets.
struct TemplatesFolder {
  var path: String

  /// All sets, by name; files beside their folders, such as a README, are ignored.
  func sets() throws(EmbeddingError) -> [TemplateFolder] {
    var sets: [TemplateFolder] = []
    for name in try Self.names(in: path) where Self.isFolder("\(path)/\(name)") {
      var files: [TemplateFile] = []
      try Self.collect(below: "\(path)/\(name)", prefix: "", into: &files)
      sets.append(TemplateFolder(name: name, files: files))
    }
    return sets
  }

  private static func collect(
    below folder: String,
    prefix: String,
    into files: inout [TemplateFile]
  ) throws(EmbeddingError) {
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if isFolder(path) {
        try collect(below: path, prefix: "\(prefix)\(name)/", into: &files)
      } else {
        files.append(TemplateFile(path: prefix + name, text: try SourceFile.read(path)))
      }
    }
  }

  /// The names in a folder in a stable order, hidden ones omitted.
  private static func names(in path: String) throws(EmbeddingError) -> [String] {
    guard let folder = opendir(path) else {
      throw EmbeddingError(message: "cannot read the folder \(path)")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Reads and writes whole files.
enum SourceFile {
  static func read(_ path: String) throws(EmbeddingError) -> String {
    guard let file = fopen(path, "r") else {
      throw EmbeddingError(message: "cannot read \(path)")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&page, 1, page.count, file)
      guard count > 0 else { break }
      bytes += page[..<count]
    }
    guard ferror(file) == 0 else { throw EmbeddingError(message: "cannot read \(path)") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw EmbeddingError(message: "\(path) is not UTF-8")
    }
    return text
  }

  static func write(_ text: String, to path: String) throws(EmbeddingError) {
    guard let file = fopen(path, "w") else {
      throw EmbeddingError(message: "cannot write \(path)")
    }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw EmbeddingError(message: "cannot write \(path)")
    }
  }
}
