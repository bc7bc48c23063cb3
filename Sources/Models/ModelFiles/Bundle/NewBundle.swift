import Files
import ManagedModel

/// A bundle with one version without entities, as Xcode creates one.
package struct NewBundle: Sendable {
  /// The path of the bundle, a folder whose name ends in `.xcdatamodeld`.
  package let path: String

  /// The name of the bundle without its extension, which is also the name of its version.
  package let name: String

  /// - Throws: The reason why a bundle cannot have the name.
  package init(path: String) throws(FileProblem) {
    let path = path.trimmingSlashes
    let name = PathName(path)
    guard name.fileExtension == "xcdatamodeld" else {
      throw FileProblem("the name of a model ends in .xcdatamodeld")
    }
    guard !name.stem.hasPrefix("."), name.stem.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
    else {
      throw FileProblem("a model cannot have this name")
    }
    self.path = path
    self.name = name.stem
  }

  /// The path of the version's `contents` file.
  package var contentsPath: String { "\(path)/\(name).xcdatamodel/contents" }

  /// Writes the bundle, whole or not at all; the folder around it is created if it is missing.
  ///
  /// - Throws: The reason for a failure; `EEXIST` if there is something at the path, even an empty folder.
  package func write() throws(FileProblem) {
    let writer = FileWriter()
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try writer.makeFolder(String(path[..<slash]))
    }
    var status = stat()
    guard lstat(path, &status) != 0 else { throw FileProblem(errorNumber: EEXIST) }
    guard errno == ENOENT else { throw FileProblem(errorNumber: errno) }
    let temporary = "\(path).\(getpid()).new"
    let version = "\(temporary)/\(name).xcdatamodel"
    let files = [
      ("\(version)/contents", contents),
      ("\(temporary)/.xccurrentversion", CurrentVersionFile.bytes(naming: name)),
    ]
    do throws(FileProblem) {
      for folder in [temporary, version] {
        guard mkdir(folder, 0o777) == 0 else { throw FileProblem(errorNumber: errno) }
      }
      for (file, bytes) in files { try writer.write(bytes, to: file) }
      guard rename(temporary, path) == 0 else { throw FileProblem(errorNumber: errno) }
    } catch {
      for (file, _) in files { unlink(file) }
      for folder in [version, temporary] { rmdir(folder) }
      throw error
    }
  }

  private var contents: [UInt8] {
    var model = Model.new
    // As in Xcode's own template: no version of Xcode has saved the file.
    model.header.lastSavedToolsVersion = "1"
    model.header.systemVersion = "11A491"
    return ContentsWriter.write(model)
  }
}
