import Foundation
import StoreMigration

/// The file of a store as it was read or written last.
///
/// A store that is kept in memory and written as a whole would overwrite what another program has saved since.
struct StoredFileState {
  /// Nil where there was no file.
  private let moment: FileTimestamp?

  private let url: URL
  private let digest: Int?

  /// - Parameters:
  ///   - url: The place of the file.
  ///   - moment: The moment of the file before it was read, or after it was written.
  ///   - bytes: What is in the file; nil for nothing.
  init(_ url: URL, at moment: FileTimestamp?, _ bytes: [UInt8]?) {
    self.url = url
    self.moment = moment
    digest = bytes?.hashValue
  }

  /// The state of a file after bytes were written.
  ///
  /// Another program may have replaced the file since; then the moment of the file is not that of these bytes.
  init(_ url: URL, written bytes: [UInt8]) {
    let moment = FileTimestamp(url.path)
    let isUnchanged = (try? StoreFiles.bytes(of: url)) == bytes
    self.init(url, at: isUnchanged ? moment : nil, bytes)
  }

  /// Whether there may be something else in the file of a store now.
  ///
  /// Nothing is lost where there is no file any more.
  func mayHaveChanged(at place: URL) -> Bool {
    guard place == url, let now = FileTimestamp(url.path) else { return false }
    return now.size > 0 && now != moment
  }

  /// Whether the same was in the file at another time.
  func hasSameBytes(as other: Self) -> Bool { digest != nil && digest == other.digest }

  /// Throws if there is something else in the file of a store now.
  ///
  /// Nothing is lost where the same was written again.
  func requireUnchanged(at place: URL) throws {
    guard mayHaveChanged(at: place) else { return }
    if let digest, try StoreFiles.bytes(of: url)?.hashValue == digest { return }
    throw StoreFailure.error(
      NSPersistentStoreSaveError,
      "The file has been changed in the meantime; a save would remove what others have saved. "
        + "The save can be tried again, or the store has to be opened again.",
      url: url
    )
  }
}

extension StoreFiles {
  /// Calls a closure while holding a lock on the file.
  ///
  /// Where there is no file, an empty one is made, which stands for a new store; it goes again if the body fails.
  static func exclusively<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    guard !isNowhere(url) else { return try body() }
    let isNew = FileTimestamp(url.path) == nil
    let descriptor = open(url.path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    // File systems without locks say so, and go without.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    do {
      return try body()
    } catch {
      if isNew, FileTimestamp(url.path)?.size == 0 { try? remove(url) }
      throw error
    }
  }
}
