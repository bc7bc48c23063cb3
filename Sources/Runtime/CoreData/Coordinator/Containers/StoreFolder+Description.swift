import Foundation

extension StoreFolder {
  /// Creates the folder of a store that is to be opened, as containers do.
  ///
  /// If it cannot be created, the store reports that it is missing.
  static func prepare(for description: NSPersistentStoreDescription) {
    let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]
    guard let url = description.url, url.isFileURL, !description.isReadOnly,
      types.contains(description.type) || isInside(url, NSPersistentContainer.defaultDirectoryURL())
    else { return }
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
  }

  private static func isInside(_ url: URL, _ folder: URL) -> Bool {
    url.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path
  }
}
