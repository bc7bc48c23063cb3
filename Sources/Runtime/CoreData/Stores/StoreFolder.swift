import Foundation

/// The default folder of the stores of the program.
enum StoreFolder {
  static var url: URL {
    dataFolder.appendingPathComponent(programName, isDirectory: true)
  }

  /// The folder by the specification of base folders, which requires an absolute path.
  private static var dataFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let home =
      if let path = environment["HOME"], path.hasPrefix("/") {
        URL(fileURLWithPath: path, isDirectory: true)
      } else {
        FileManager.default.homeDirectoryForCurrentUser
      }
    return home.appendingPathComponent(".local/share", isDirectory: true)
  }

  /// The name of the program as a folder has it.
  static var programName: String {
    let name = ProcessInfo.processInfo.processName
    return name.isEmpty || name.hasPrefix(".") ? "CoreData" : name
  }

  /// Throws an error that names the folder of a store, if there is none.
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
        ? "\(folder.path) is no folder, and cannot hold the store \(url.lastPathComponent)."
        : "There is no folder \(folder.path) for the store \(url.lastPathComponent).",
      url: url,
      info: info
    )
  }
}
