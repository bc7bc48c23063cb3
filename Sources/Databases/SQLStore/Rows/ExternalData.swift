import FoundationEssentials
import SQLSchema

/// The folder beside a store with the large values of binary attributes.
///
/// The column holds `01` and the bytes of a value, or `02` and the name of its file.
package struct ExternalData: Sendable {
  /// The largest value that stays in the database.
  static let threshold = 100 * 1024

  /// The folder; nil for an in-memory database, which keeps all values in their columns.
  package let folder: URL?

  /// Another folder that may hold values: beside the link by which the store was opened.
  private let otherFolder: URL?

  package init(folder: URL?, or otherFolder: URL? = nil) {
    self.folder = folder
    self.otherFolder = otherFolder
  }

  /// The value of a column.
  func value(of bytes: UnsafeRawBufferPointer) -> Data? {
    switch bytes.first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      guard let name = ExternalDataFolder.fileName(in: bytes) else { return nil }
      for folder in [folder, otherFolder] {
        if let data = try? folder.map({ try Data(contentsOf: $0.appendingPathComponent(name)) }) {
          return data
        }
      }
      return nil
    default: return bytes.isEmpty ? nil : Data(bytes)
    }
  }

  /// The value for a column; large data are written to a file first.
  func stored(_ data: Data) throws -> [UInt8] {
    guard let folder, data.count > Self.threshold else { return [1] + data }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = UUID().uuidString
    try data.write(to: folder.appendingPathComponent(name), options: .atomic)
    return [2] + Array(name.utf8) + [0]
  }

  /// Removes the file of a value that no row refers to any more; a folder of that name stays.
  func remove(_ name: String) {
    let files = FileManager.default
    for case let folder? in [folder, otherFolder] {
      let file = folder.appendingPathComponent(name)
      let type = try? files.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
      if type == .typeRegular || type == .typeSymbolicLink { try? files.removeItem(at: file) }
    }
  }
}
