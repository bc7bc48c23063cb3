import Foundation
import PackagePlugin

/// The `momgen.json` files of a package.
struct Configurations {
  private let package: Package

  init(of package: Package) {
    self.package = package
  }

  /// Returns the files of the package and its targets that write to folders, or all files of some targets.
  ///
  /// - Returns: Their paths, for messages relative to the package if they are in it.
  /// - Throws: If there are none, or no target has one of the names.
  func files(in targets: [String]) throws -> [String] {
    var folders = [package.directoryURL] + package.targets.map(\.directoryURL)
    if !targets.isEmpty { folders = try targets.map { try folder(of: $0) } }
    let files = unique(folders.map { $0.appending(path: "momgen.json").standardizedFileURL.path })
      .filter { FileManager.default.fileExists(atPath: $0) }
    guard !files.isEmpty else {
      throw RegenerationError(
        targets.isEmpty
          ? "there is no momgen.json in the folder of the package or a target; 'momgen init' writes one"
          : "there is no momgen.json in the folder of \(quoted(targets))"
      )
    }
    let keeping = targets.isEmpty ? files.filter(keepsFiles(_:)) : files
    guard !keeping.isEmpty else {
      throw RegenerationError(
        "there is nothing to generate: no output in a momgen.json of the package or a target has "
          + "an \"output\" folder, so builds generate them all"
      )
    }
    return keeping.map(relative(_:))
  }

  private func folder(of target: String) throws -> URL {
    guard let found = package.targets.first(where: { $0.name == target }) else {
      throw RegenerationError(
        "the package has no target '\(target)'; it has \(quoted(package.targets.map(\.name)))"
      )
    }
    return found.directoryURL
  }

  /// Whether an output may have a folder.
  ///
  /// For a file without one the program would report that there is nothing to do, which is noise
  /// in a run for the whole package.
  private func keepsFiles(_ file: String) -> Bool {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return true }
    return text.contains(#/\boutput["']?\s*:/#)
  }

  private func relative(_ file: String) -> String {
    let folder = package.directoryURL.standardizedFileURL.path + "/"
    return file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
  }

  private func unique(_ files: [String]) -> [String] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  private func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// The reason why nothing can be generated.
struct RegenerationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
