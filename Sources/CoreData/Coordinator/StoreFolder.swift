import Foundation

/// The folder where the stores of the program are unless somebody says otherwise.
enum StoreFolder {
  static var url: URL {
    dataFolder.appendingPathComponent(programName, isDirectory: true)
  }

  /// What the specification of base folders says, which requires an absolute path.
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

  /// Makes the default folder if a store is to be in it; that it cannot be made is found out by the store.
  static func prepare(for description: NSPersistentStoreDescription, default folder: URL) {
    guard let url = description.url, url.isFileURL,
      url.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path
    else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
