import Foundation

/// The location of a store, for deciding whether two URLs refer to the same store.
struct StorePlace: Equatable {
  private let url: URL
  private let text: String

  init(_ url: URL) {
    self.url = url
    text =
      url.isFileURL
      ? url.resolvingSymlinksInPath().path : url.withoutSecrets.absoluteString
  }

  /// Compares files by identity, because a file may have several names.
  static func == (left: Self, right: Self) -> Bool {
    left.text == right.text
      || left.url.isFileURL && right.url.isFileURL && StoreFiles.isSame(left.url, right.url)
  }

  /// Whether there can be only one store at the location.
  var isExclusive: Bool { text != "/dev/null" && !text.hasPrefix("memory:") }

  /// The URL for a store of a type that may have none.
  static func url(_ url: URL?, type: String) throws -> URL {
    if let url { return url }
    guard type == NSInMemoryStoreType, let url = URL(string: "memory://\(UUID().uuidString)") else {
      throw StoreFailure.error(
        NSPersistentStoreOpenError,
        "A store of the type \(type) needs a URL."
      )
    }
    return url
  }
}
