import Foundation

/// The default folder of the stores of the program.
enum StoreFolder {
  static var url: URL {
    baseFolder("XDG_DATA_HOME", inHome: ".local/share")
      .appendingPathComponent(programName, isDirectory: true)
  }

  /// A base folder of the user by the XDG specification, which requires absolute paths.
  ///
  /// - Parameters:
  ///   - variable: The environment variable with the path of the folder.
  ///   - path: The path of the folder in the home folder, if the variable is not set.
  /// - Returns: The folder.
  static func baseFolder(_ variable: String, inHome path: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[variable], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let home =
      if let path = environment["HOME"], path.hasPrefix("/") {
        URL(fileURLWithPath: path, isDirectory: true)
      } else {
        FileManager.default.homeDirectoryForCurrentUser
      }
    return home.appendingPathComponent(path, isDirectory: true)
  }

  /// The name of the program as the name of a folder.
  static var programName: String {
    let name = ProcessInfo.processInfo.processName
    return name.isEmpty || name.hasPrefix(".") ? "CoreData" : name
  }

  /// Throws an error that names the folder of a store, if it does not exist.
  static func require(
    for url: URL?,
    code: CocoaError.Code = .fileNoSuchFile,
    info: [String: Any] = [:]
  ) throws {
    guard let url, url.isFileURL else { return }
    let folder = url.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
    guard !exists || !isFolder.boolValue else { return }
    throw StoreFailure.error(
      code.rawValue,
      exists
        ? "\(folder.path) is not a folder, and cannot contain the store \(url.lastPathComponent)."
        : "There is no folder \(folder.path) for the store \(url.lastPathComponent).",
      url: url,
      info: info
    )
  }
}
