import Foundation

/// The programs that were built with the tests.
package enum BuiltPrograms {
  /// The build folder; nil if it cannot be found.
  package static let folder: URL? = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let places =
      [ProcessInfo.processInfo.arguments.first ?? "", Bundle.main.bundlePath, own ?? ""]
      + Bundle.allBundles.map(\.bundlePath)
    return places.lazy.map { URL(filePath: $0).deletingLastPathComponent() }
      .first { isProgram($0.appending(path: "momgen")) }
  }()

  /// The path of a program; nil, with a message printed, if there is none.
  package static func path(of name: String) -> String? {
    guard let file = folder?.appending(path: name), isProgram(file) else {
      print("skipped: the program '\(name)' is not beside the tests")
      return nil
    }
    return file.path
  }

  private static func isProgram(_ file: URL) -> Bool {
    let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    return !isFolder && FileManager.default.isExecutableFile(atPath: file.path)
  }
}
