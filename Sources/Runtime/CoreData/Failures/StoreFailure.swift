import Foundation

/// The errors of stores and coordinators.
enum StoreFailure {
  /// An error with a reason, in Core Data's wording.
  static func error(
    _ code: Int,
    _ reason: String,
    url: URL? = nil,
    underlying: (any Error)? = nil,
    info: [String: Any] = [:]
  ) -> NSError {
    var info = info
    info["reason"] = reason
    info[NSLocalizedFailureReasonErrorKey] = reason
    if let url = url.map(\.withoutSecrets) {
      info[NSURLErrorKey] = url
      info[NSFilePathErrorKey] = url.path
    }
    if let underlying { info[NSUnderlyingErrorKey] = underlying as NSError }
    return .coreData(code, info)
  }

  /// The error for a damaged file.
  static func corrupt(_ url: URL?, _ reason: String) -> NSError {
    error(CocoaError.Code.fileReadCorruptFile.rawValue, reason, url: url)
  }

  /// The error for a store that does not exist, and cannot be created.
  static func nothingToRead(_ url: URL) -> NSError {
    error(
      CocoaError.Code.fileReadNoSuchFile.rawValue,
      "There is no store at \(url.path); a store that is opened read-only is not created.",
      url: url
    )
  }

  /// The error for a file that is a store of another type, or not a store.
  static func typeMismatch(_ url: URL?, wanted: String, found: String) -> NSError {
    error(
      NSPersistentStoreTypeMismatchError,
      "The store is of type \(found), and was opened as \(wanted).",
      url: url
    )
  }
}
