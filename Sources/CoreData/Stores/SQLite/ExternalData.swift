import Foundation
import StoreMigration

/// Large values of binary attributes, which are in files beside the store.
///
/// In the column stands `01` and the bytes, or `02` and the name of the file.
struct ExternalData {
  /// The largest value that stays in the database.
  static let threshold = 100 * 1024

  let folder: URL

  init(store url: URL) {
    folder = Self.folder(for: url)
  }

  /// The hidden folder of a store's files.
  static func folder(for store: URL) -> URL {
    URL(fileURLWithPath: ExternalDataFolder(ofStoreAt: store.path).path, isDirectory: true)
  }

  /// The value of a column.
  func value(of bytes: UnsafeRawBufferPointer) -> Data? {
    switch bytes.first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      guard let name = ExternalDataFolder.fileName(in: bytes) else { return nil }
      return try? Data(contentsOf: folder.appendingPathComponent(name))
    default: return bytes.isEmpty ? nil : Data(bytes)
    }
  }

  /// The value for a column, after the data were put into a file if they are large.
  func stored(_ data: Data) throws -> [UInt8] {
    guard data.count > Self.threshold, folder.path.hasPrefix("/dev/") == false else {
      return [1] + data
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = UUID().uuidString
    try data.write(to: folder.appendingPathComponent(name), options: .atomic)
    return [2] + Array(name.utf8) + [0]
  }

  func remove(_ name: String) {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }
}
