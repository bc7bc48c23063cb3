import Diagnostics
import Files
import ManagedModel
import ModelAdoption
import ModelFiles
import SwiftSource

/// Reads the Swift files on a command line.
struct SourceReading {
  private(set) var files: [AdoptedFile] = []

  /// For each file, the folder or file on the command line that led to it.
  private(set) var roots: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [SourceMap] = []

  /// Whether something could not be read, or is not Swift.
  private(set) var hasFailed = false

  /// - Parameters:
  ///   - paths: Swift files, and folders whose Swift files are read.
  ///   - excluded: A folder whose files are not read.
  ///   - imported: Swift files and folders of modules that the sources import, each with the name of the module or of
  ///     the folder.
  init(_ paths: [String], without excluded: String? = nil, imported: [String] = []) {
    let reader = FileReader()
    var seen: Set<String> = []
    defer { readImported(imported, besides: &seen) }
    for path in paths {
      switch reader.kind(of: path) {
      case .folder:
        let prefix = path == "." ? "" : path.trimmingSlashes + "/"
        let found = swiftFiles(below: prefix, without: excluded)
        if found.isEmpty { report("there is no Swift file in the folder", path) }
        for file in found where seen.insert(file).inserted { read(file, from: path) }
      case .file where PathName(path).fileExtension == "swift":
        if seen.insert(path).inserted { read(path, from: path) }
      case .file: report("the file is not a Swift source", path)
      default: report("there is no such file or folder", path, NearPath().hint(for: path))
      }
    }
  }

  /// Reads the files of other modules after those of the module itself: `Sources/Kit`, or `Kit=FILE`.
  private mutating func readImported(_ words: [String], besides seen: inout Set<String>) {
    let reader = FileReader()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let path = parts.last ?? word
      let name = parts.count == 2 ? parts[0] : PathName(reader.namedPath(of: path)).last
      switch reader.kind(of: path) {
      case .folder:
        let prefix = path == "." ? "" : path.trimmingSlashes + "/"
        for file in swiftFiles(below: prefix, without: nil) where seen.insert(file).inserted {
          read(file, from: path, module: name)
        }
      case .file:
        if seen.insert(path).inserted { read(path, from: path, module: name) }
      default: report("there is no such file or folder", path, NearPath().hint(for: path))
      }
    }
  }

  private mutating func report(_ message: String, _ path: String, _ hint: String? = nil) {
    hasFailed = true
    diagnostics.append(
      Diagnostic(
        .error,
        rule: ModelRule.unreadableFile.rawValue,
        message,
        at: Place(path: path),
        hint: hint
      )
    )
  }

  private mutating func read(_ path: String, from root: String, module: String? = nil) {
    do {
      let bytes = try FileReader().bytes(of: path)
      let file = AdoptedFile(path: path, bytes: bytes, importedModule: module)
      files.append(file)
      roots.append(root)
      sources.append(SourceMap(path: path, bytes: bytes))
      // Problems in the files of other modules are not reported here.
      guard module == nil, let problem = file.source.problems.first else { return }
      hasFailed = true
      diagnostics.append(
        Diagnostic(
          .error,
          rule: RunRule.invalidSource.rawValue,
          "the file is not a Swift source: \(problem.message)",
          at: FilePlaces(file).place(of: problem.offset),
          hint: "the file is not changed"
        )
      )
    } catch {
      report("cannot read the file: \(error.reason)", path)
    }
  }

  /// The Swift files below a folder, except those in hidden folders and in dependencies.
  private func swiftFiles(
    below prefix: String,
    without excluded: String?,
    depth: Int = 0
  ) -> [String] {
    guard depth < 32 else { return [] }
    let reader = FileReader()
    var found: [String] = []
    for name in ((try? reader.names(in: prefix.isEmpty ? "." : prefix)) ?? []).sorted() {
      guard !name.hasPrefix("."), !["Pods", "Carthage", "DerivedData"].contains(name) else {
        continue
      }
      let path = prefix + name
      guard path != excluded?.trimmingSlashes else { continue }
      switch reader.kind(of: path) {
      case .folder:
        found += swiftFiles(below: path + "/", without: excluded, depth: depth + 1)
      case .file where PathName(name).fileExtension == "swift": found.append(path)
      default: break
      }
    }
    return found
  }
}

/// Converts offsets in a file into lines and columns.
struct FilePlaces {
  private let path: String
  private let lines: FileLines

  init(_ file: AdoptedFile) {
    self.init(file.source.bytes, path: file.path)
  }

  init(_ bytes: [UInt8], path: String) {
    self.path = path
    lines = SourceMap(path: path, bytes: bytes).lines
  }

  func place(of offset: Int) -> Place {
    let (line, column) = lines.lineAndColumn(ofByte: offset)
    // A byte order mark takes no column.
    let hasMark = line == 1 && lines.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return Place(path: path, line: line, column: hasMark ? max(column - 1, 1) : column)
  }
}
