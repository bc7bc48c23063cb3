import Files
import Foundation
import ModelFiles
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver

/// The files of SQLite stores that are not open.
enum SQLiteStoreFiles {
  /// Destroys a store, and leaves an empty file: programs that also want that removed do so themselves, and treat it
  /// as an error if they cannot.
  ///
  /// It is another file than before, so that no program with the store open writes into the next one there.
  static func destroy(at url: URL) throws {
    let attributes = FileAttributes(ofFileAt: url.path)
    try remove(at: url)
    guard attributes != nil, let path = try StoreFiles.requireFile(url) else { return }
    try Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    try give(attributes, toFileAt: path)
  }

  /// Removes the database, SQLite's files beside it, and the files of large values.
  ///
  /// The database is removed after the files beside it, which would not belong to another one at its path. Until then
  /// it is the whole store, even if the program ends, unless another program is writing to it or the disk is full.
  static func remove(at url: URL) throws {
    guard let path = try StoreFiles.requireFile(url) else { return }
    let folder = emptyPlace(besides: path)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A store can be removed from a full disk as well.
    let held = try? HeldDatabase.hold(path, copyingIn: folder, timeout: 0)
    defer { held?.close() }
    try removeLogs(of: path)
    try StoreFiles.remove(URL(fileURLWithPath: path))
    try removeValues(of: URL(fileURLWithPath: path), besides: [])
  }

  /// The path of a folder beside a database that does not exist yet.
  private static func emptyPlace(besides path: String) -> URL {
    URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent(".\(UUID().uuidString)", isDirectory: true)
  }

  private static func removeLogs(of path: String) throws {
    for suffix in HeldDatabase.logs { try StoreFiles.remove(URL(fileURLWithPath: path + suffix)) }
  }

  /// Removes the files of large values except some, and their folder if it is empty then.
  ///
  /// A link is removed, but not the file that it leads to.
  private static func removeValues(of file: URL, besides kept: Set<String>) throws {
    let folder = ExternalData.folder(for: file)
    guard try !isShared(folder, besides: file) else { return }
    for name in try FileManager.default.names(in: folder)
    where !kept.contains(name) && ExternalDataFolder.isFileName(name.utf8) {
      let value = folder.appendingPathComponent(name)
      var status = stat()
      guard lstat(value.path, &status) == 0,
        [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
      else { continue }
      guard unlink(value.path) == 0 || errno == ENOENT else {
        throw StoreFiles.failure(FileProblem(errorNumber: errno), value)
      }
    }
    removeEmpty(folder)
  }

  /// Removes a folder of large values if it is empty; one that contains other files is kept.
  private static func removeEmpty(_ folder: URL) {
    rmdir(folder.path)
    rmdir(folder.deletingLastPathComponent().path)
  }

  /// Whether another store has its large values in the same folder: one that differs only in its extension.
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

  /// Replaces a store by a copy, and leaves it unchanged until the copy is complete.
  ///
  /// Large values come first, because the name of a file never refers to another value, then the database by one
  /// renaming, so that there is the one store or the other even if the program ends.
  ///
  /// - Throws: An error if the other store lacks files of large values, unless the options allow their loss, or
  ///   another program is writing to the store.
  static func replace(
    _ destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    let original = try SQLiteFile(source, access: .readOnly)
    defer { original.close() }
    guard try original.metadata() != nil else {
      throw StoreFailure.corrupt(source, "The file has no metadata of a store.")
    }
    guard let path = try StoreFiles.requireFile(destination),
      !StoreFiles.isSame(destination, source)
    else { return }
    if (options?[OpenCoreDataAllowsDataLossOption] as? NSNumber)?.boolValue != true {
      try original.requireLargeValues()
    }
    let files = FileManager.default
    let folder = emptyPlace(besides: path)
    try files.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? files.removeItem(at: folder) }
    let place = folder.appendingPathComponent("copy.sqlite")
    let copy = try SQLiteFile(place, access: .create)
    defer { copy.close() }
    try original.copy(to: copy)
    copy.close()
    try give(FileAttributes(ofFileAt: path), toFileAt: place.path)
    let copies = folder.appendingPathComponent("values")
    let names = try copyValues(of: source, to: copies) ? files.names(in: copies) : []
    let target = ExternalData.folder(for: destination)
    let old = Set(try files.names(in: target))
    do {
      if !names.isEmpty {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      }
      for name in names {
        try rename(copies.appendingPathComponent(name), to: target.appendingPathComponent(name))
      }
      let held = try HeldDatabase.hold(
        path,
        copyingIn: folder,
        timeout: SQLiteFile.timeout(in: options)
      )
      defer { held?.close() }
      try removeLogs(of: path)
      try rename(place, to: URL(fileURLWithPath: path))
    } catch {
      for name in names where !old.contains(name) {
        try? files.removeItem(at: target.appendingPathComponent(name))
      }
      if old.isEmpty { removeEmpty(target) }
      throw error
    }
    try removeValues(of: URL(fileURLWithPath: path), besides: Set(names))
  }

  /// Copies the database of a new store over another one in one transaction; files of large values are copied before
  /// it and removed after it.
  static func exchange(_ destination: URL, withStoreAt place: URL) throws {
    let files = FileManager.default
    let values = ExternalData.folder(for: place)
    let names = try files.names(in: values)
    let target = ExternalData.folder(for: destination)
    do {
      if !names.isEmpty {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      }
      for name in names {
        try rename(values.appendingPathComponent(name), to: target.appendingPathComponent(name))
      }
      let source = try SQLiteFile(place, access: .readOnly)
      defer { source.close() }
      let database = try SQLiteFile(destination, access: .readWrite)
      defer { database.close() }
      try source.copy(to: database)
    } catch {
      for name in names { try? files.removeItem(at: target.appendingPathComponent(name)) }
      removeEmpty(target)
      throw error
    }
    let path = try StoreFiles.requireFile(destination) ?? destination.path
    try removeValues(of: URL(fileURLWithPath: path), besides: Set(names))
  }

  /// Renames a file, replacing an existing one.
  private static func rename(_ file: URL, to place: URL) throws {
    guard Foundation.rename(file.path, place.path) == 0 else {
      throw StoreFiles.failure(FileProblem(errorNumber: errno), place)
    }
  }

  /// Copies the files of large values; returns false if there are none.
  private static func copyValues(of store: URL, to copies: URL) throws -> Bool {
    let files = FileManager.default
    let folders = [ExternalData.folder(for: store), ExternalData.folderBesideLink(to: store)]
    var hasValues = false
    for case let folder? in folders where files.fileExists(atPath: folder.path) {
      if !hasValues { try files.createDirectory(at: copies, withIntermediateDirectories: false) }
      hasValues = true
      for name in try files.names(in: folder) where ExternalDataFolder.isFileName(name.utf8) {
        let copy = copies.appendingPathComponent(name)
        // A relative link would lead elsewhere from the other folder.
        let value = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard FileReader().kind(of: value.path) == .file, !files.fileExists(atPath: copy.path)
        else { continue }
        try files.copyItem(at: value, to: copy)
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
