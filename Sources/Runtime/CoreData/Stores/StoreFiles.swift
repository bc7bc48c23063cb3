import Files
import Foundation
import ModelFiles

/// Reads, replaces and removes the files of stores.
///
/// A link is followed, and stays. Anything but a regular file, such as a folder, a device or a pipe, is never
/// replaced or removed.
enum StoreFiles {
  /// The bytes of a file; nil if there is none or if it is empty, which stands for a new store.
  static func bytes(of url: URL) throws -> [UInt8]? {
    guard url.isFileURL else {
      throw StoreFailure.error(
        CocoaError.Code.fileReadUnsupportedScheme.rawValue,
        "A store of this type must be in a file.",
        url: url
      )
    }
    guard !isNowhere(url) else { return nil }
    if FileReader().kind(of: url.path) == .other { throw noFile(url) }
    do {
      let data = try Data(contentsOf: url)
      return data.isEmpty ? nil : Array(data)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Replaces the bytes of a file atomically: a reader sees the old ones or the new ones.
  static func write(_ bytes: [UInt8], to url: URL) throws {
    guard !isNowhere(url) else { return }
    try requireFile(url)
    do throws(FileProblem) {
      // Snapshots of folders consist of hard links; writing a whole store does not change them.
      try FileWriter(separatesNames: true).write(bytes, to: url.path)
    } catch {
      throw failure(error, url)
    }
  }

  /// Removes a file, if there is one.
  static func remove(_ url: URL) throws {
    guard url.isFileURL, let path = try requireFile(url) else { return }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw failure(FileProblem(errorNumber: errno), url)
    }
  }

  /// Replaces a file by a copy of another.
  static func replace(_ destination: URL, with source: URL) throws {
    try write(Array(Data(contentsOf: source)), to: destination)
  }

  /// Whether a location is the null device, by any path.
  static func isNowhere(_ url: URL) -> Bool {
    if url.path == "/dev/null" { return true }
    var status = stat()
    var null = stat()
    return url.isFileURL && stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
      && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev
  }

  /// Whether two URLs lead to one file.
  static func isSame(_ first: URL, _ second: URL) -> Bool {
    var (left, right) = (stat(), stat())
    return stat(first.path, &left) == 0 && stat(second.path, &right) == 0
      && left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  /// Throws unless there is a file, or nothing, at a location.
  ///
  /// - Returns: The path with all links resolved; nil for the null device.
  /// - Throws: An error for a folder, a device, a pipe or a socket.
  @discardableResult
  static func requireFile(_ url: URL) throws -> String? {
    if isNowhere(url) { return nil }
    let place: WrittenPlace
    do throws(FileProblem) {
      place = try WrittenPlace(url.path)
    } catch {
      throw failure(error, url)
    }
    guard case .file(let path, _) = place else { throw noFile(url) }
    return path
  }

  private static func noFile(_ url: URL) -> NSError {
    StoreFailure.error(
      NSPersistentStoreOperationError,
      "The file of the store is a folder, a device or a pipe.",
      url: url
    )
  }

  /// The error for a file that cannot be written or removed.
  static func failure(_ problem: FileProblem, _ url: URL) -> NSError {
    let code: CocoaError.Code =
      switch problem.errorNumber {
      case EACCES?, EPERM?: .fileWriteNoPermission
      case ENOSPC?, EDQUOT?: .fileWriteOutOfSpace
      case EROFS?: .fileWriteVolumeReadOnly
      case ENOENT?: .fileNoSuchFile
      default: .fileWriteUnknown
      }
    let underlying = problem.errorNumber.map {
      NSError(domain: NSPOSIXErrorDomain, code: Int($0))
    }
    return StoreFailure.error(code.rawValue, problem.reason, url: url, underlying: underlying)
  }

  /// Throws if a file belongs to a store of another type, according to its beginning.
  static func requireNoOther(than type: String, at url: URL) throws {
    let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]
    guard types.contains(type), url.isFileURL, FileReader().kind(of: url.path) == .file,
      let beginning = FileHandle(forReadingAtPath: url.path)?.readData(ofLength: 16),
      let found = storeType(of: Array(beginning)), found != type
    else { return }
    throw StoreFailure.typeMismatch(url, wanted: type, found: found)
  }

  /// The type of store for the first bytes of a file; nil if they belong to no store.
  static func storeType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("bplist0".utf8)) { return NSBinaryStoreType }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return NSSQLiteStoreType }
    if bytes.starts(with: Array("<?xml".utf8)) { return NSXMLStoreType }
    return nil
  }
}
