import Foundation
import StoreMigration

/// The state of a store's file at the last read or write.
///
/// A store that is in memory and written as a whole would otherwise overwrite the changes that another program has
/// saved since.
struct StoredFileState {
  /// The timestamp; nil if there was no file.
  private let moment: FileTimestamp?

  private let url: URL
  private let digest: Int?

  /// - Parameters:
  ///   - url: The URL of the file.
  ///   - moment: The timestamp of the file before it was read, or after it was written.
  ///   - bytes: The contents of the file; nil for none.
  init(_ url: URL, at moment: FileTimestamp?, _ bytes: [UInt8]?) {
    self.url = url
    self.moment = moment
    digest = bytes?.hashValue
  }

  /// Creates the state of a file after bytes were written.
  ///
  /// Another program may have replaced the file since; then the timestamp of the file does not belong to these bytes.
  init(_ url: URL, written bytes: [UInt8]) {
    let moment = FileTimestamp(url.path)
    let isUnchanged = (try? StoreFiles.bytes(of: url)) == bytes
    self.init(url, at: isUnchanged ? moment : nil, bytes)
  }

  /// Whether the contents of a store's file may have changed.
  ///
  /// If there is no file any more, nothing can be overwritten.
  func mayHaveChanged(at place: URL) -> Bool {
    guard place == url, let now = FileTimestamp(url.path) else { return false }
    return now.size > 0 && now != moment
  }

  /// Whether the file had the same contents in another state.
  func hasSameBytes(as other: Self) -> Bool { digest != nil && digest == other.digest }

  /// Throws if the contents of a store's file have changed.
  ///
  /// If the same contents were written again, nothing can be lost.
  func requireUnchanged(at place: URL) throws {
    guard mayHaveChanged(at: place) else { return }
    if let digest, try StoreFiles.bytes(of: url)?.hashValue == digest { return }
    throw StoreFailure.error(
      NSPersistentStoreSaveError,
      "Another program has changed the file; a save would remove its changes. "
        + "Save again, or open the store again.",
      url: url
    )
  }
}

extension StoreFiles {
  /// Calls a closure while holding a lock on the file.
  ///
  /// If there is no file, an empty one is created, which stands for a new store; it is removed again if the body
  /// fails.
  static func exclusively<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    guard !isNowhere(url) else { return try body() }
    let isNew = FileTimestamp(url.path) == nil
    let descriptor = open(url.path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    // File systems without locks report that, and none is taken.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    do {
      return try body()
    } catch {
      if isNew, FileTimestamp(url.path)?.size == 0 { try? remove(url) }
      throw error
    }
  }
}
