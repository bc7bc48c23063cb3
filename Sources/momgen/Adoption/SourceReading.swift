import Diagnostics
import ManagedModel
import ModelAdoption
import ModelFiles
import SwiftSource

/// The Swift files that a command line names, read.
struct SourceReading {
  private(set) var files: [AdoptedFile] = []

  /// The folder or file of the command line that each file was found in.
  private(set) var roots: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [SourceMap] = []

  /// Whether something could not be read, or is no Swift.
  private(set) var hasFailed = false

  /// - Parameters:
  ///   - paths: Swift files, and folders, of which all Swift files are read.
  ///   - excluded: A folder whose files are not read.
  init(_ paths: [String], without excluded: String? = nil) {
    let reader = FileReader()
    var seen: Set<String> = []
    for path in paths {
      switch reader.kind(of: path) {
      case .folder:
        let prefix = path == "." ? "" : path.trimmingSlashes + "/"
        let found = swiftFiles(below: prefix, without: excluded)
        if found.isEmpty { report("there is no Swift file in the folder", path) }
        for file in found where seen.insert(file).inserted { read(file, from: path) }
      case .file where PathName(path).fileExtension == "swift":
        if seen.insert(path).inserted { read(path, from: path) }
      case .file: report("the file is no Swift source", path)
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

  private mutating func read(_ path: String, from root: String) {
    do {
      let bytes = try FileReader().bytes(of: path)
      let file = AdoptedFile(path: path, bytes: bytes)
      files.append(file)
      roots.append(root)
      sources.append(SourceMap(path: path, bytes: bytes))
      guard let problem = file.source.problems.first else { return }
      hasFailed = true
      diagnostics.append(
        Diagnostic(
          .error,
          rule: RunRule.invalidSource.rawValue,
          "the file is no Swift source: \(problem.message)",
          at: FilePlaces(file).place(of: problem.offset),
          hint: "the file is left alone"
        )
      )
    } catch {
      report("cannot read the file: \(error.reason)", path)
    }
  }

  /// The Swift files below a folder, without those of hidden folders and of packages of others.
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

/// Turns the bytes of a file into lines and columns.
struct FilePlaces {
  private let file: AdoptedFile

  /// The first byte of each line.
  private let starts: [Int]

  init(_ file: AdoptedFile) {
    self.file = file
    var starts = [0]
    for (index, byte) in file.source.bytes.enumerated() where byte == 0x0A {
      starts.append(index + 1)
    }
    self.starts = starts
  }

  func place(of offset: Int) -> Place {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let head = file.source.bytes[starts[low]..<max(offset, starts[low])]
    let column = String(decoding: head, as: UTF8.self).unicodeScalars.count + 1
    return Place(path: file.path, line: low + 1, column: column)
  }
}
