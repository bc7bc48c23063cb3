import Foundation
import ModelFiles
import SQLStore
import SQLiteDriver

/// The files of SQLite stores that are not open.
enum SQLiteStoreFiles {
  /// Leaves an empty file: programs that want it gone as well remove it themselves, and take it for an error
  /// if they cannot.
  ///
  /// It is another file than before, so that nobody who has the store open writes into the next one there.
  static func destroy(at url: URL) throws {
    let attributes = FileAttributes(ofFileAt: url.path)
    try remove(at: url)
    guard attributes != nil, let path = try StoreFiles.requireFile(url) else { return }
    try Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    try give(attributes, toFileAt: path)
  }

  /// Removes the database, what SQLite keeps beside it, and the files of large values.
  ///
  /// The database goes last: what SQLite keeps of a database is nothing for another one in its place.
  static func remove(at url: URL) throws {
    guard let path = try StoreFiles.requireFile(url) else { return }
    for suffix in ["-journal", "-wal", "-shm", ""] {
      try StoreFiles.remove(URL(fileURLWithPath: path + suffix))
    }
    let file = URL(fileURLWithPath: path)
    let folder = ExternalData.folder(for: file)
    guard try !isShared(folder, besides: file) else { return }
    for name in try FileManager.default.names(in: folder) {
      let file = folder.appendingPathComponent(name)
      if FileReader().kind(of: file.path) == .file { try StoreFiles.remove(file) }
    }
    // A folder that holds other files is kept.
    rmdir(folder.path)
    rmdir(folder.deletingLastPathComponent().path)
  }

  /// Whether another store keeps its large values in the same folder: one that differs in its extension only.
  private static func isShared(_ folder: URL, besides url: URL) throws -> Bool {
    let place = url.deletingLastPathComponent()
    return try FileManager.default.names(in: place).contains { name in
      let other = place.appendingPathComponent(name)
      return other.path != url.path && ExternalData.folder(for: other).path == folder.path
        && FileReader().kind(of: other.path) == .file
        && FileHandle(forReadingAtPath: other.path)?.readData(ofLength: 16)
          == Data("SQLite format 3\0".utf8)
    }
  }

  /// Puts a copy in the place of a store, which stays as it is until the copy is complete.
  static func replace(_ destination: URL, withStoreAt source: URL) throws {
    let original = try SQLiteFile(source, access: .readOnly)
    defer { original.close() }
    guard try original.metadata() != nil else {
      throw StoreFailure.corrupt(source, "The file has no metadata of a store.")
    }
    guard let path = try StoreFiles.requireFile(destination),
      !StoreFiles.isSame(destination, source)
    else { return }
    let files = FileManager.default
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent(".\(UUID().uuidString)", isDirectory: true)
    try files.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? files.removeItem(at: folder) }
    let place = folder.appendingPathComponent("copy.sqlite")
    let copy = try SQLiteFile(place, access: .create)
    defer { copy.close() }
    try original.copy(to: copy)
    copy.close()
    try give(FileAttributes(ofFileAt: path), toFileAt: place.path)
    let hasValues = try copyValues(of: source, to: folder.appendingPathComponent("values"))
    try remove(at: destination)
    try files.moveItem(at: place, to: URL(fileURLWithPath: path))
    guard hasValues else { return }
    let target = ExternalData.folder(for: destination)
    try files.createDirectory(at: target, withIntermediateDirectories: true)
    let copies = folder.appendingPathComponent("values")
    for name in try files.names(in: copies) {
      try? files.removeItem(at: target.appendingPathComponent(name))
      try files.moveItem(
        at: copies.appendingPathComponent(name),
        to: target.appendingPathComponent(name)
      )
    }
  }

  /// Copies the files of large values; false if there are none.
  private static func copyValues(of store: URL, to copies: URL) throws -> Bool {
    let files = FileManager.default
    let folders = [ExternalData.folder(for: store), ExternalData.folderBesideLink(to: store)]
    var hasValues = false
    for case let folder? in folders where files.fileExists(atPath: folder.path) {
      if !hasValues { try files.createDirectory(at: copies, withIntermediateDirectories: false) }
      hasValues = true
      for name in try files.names(in: folder) {
        let copy = copies.appendingPathComponent(name)
        guard !files.fileExists(atPath: copy.path) else { continue }
        try files.copyItem(at: folder.appendingPathComponent(name), to: copy)
      }
    }
    return hasValues
  }

  private static func give(_ attributes: FileAttributes?, toFileAt path: String) throws {
    guard let attributes else { return }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = attributes.give(to: descriptor)
    close(descriptor)
  }
}
