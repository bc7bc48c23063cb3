import Files
import SQLSchema

extension ExternalDataFolder {
  /// The folder of the store at a path, with links resolved.
  package init(ofStoreFileAt path: String) {
    if case .file(let target, _)? = try? WrittenPlace(path) {
      self.init(ofStoreAt: target, namedBy: path)
    } else {
      self.init(ofStoreAt: path)
    }
  }

  /// The contents of a file.
  func contents(of name: String) throws(FileProblem) -> [UInt8] {
    let reader = FileReader(maximumBytes: 1 << 30)
    let place = "\(path)/\(name)"
    guard let linkPath, reader.kind(of: place) == nil else { return try reader.bytes(of: place) }
    return try reader.bytes(of: "\(linkPath)/\(name)")
  }

  /// The size of a file, and its first bytes; nil if there is no such file.
  package func beginning(of name: String, limit: Int) -> (size: Int, bytes: [UInt8])? {
    let places = [path, linkPath].compactMap { $0.map { "\($0)/\(name)" } }
    let reader = FileReader()
    guard let place = places.first(where: { reader.kind(of: $0) == .file }),
      let size = FileTimestamp(place)?.size,
      let bytes = try? reader.beginning(of: place, limit: limit)
    else { return nil }
    return (Int(size), bytes)
  }

  /// Removes a file that nothing refers to any more; a missing file is not an error.
  func remove(_ name: String) {
    if unlink("\(path)/\(name)") != 0, let linkPath { _ = unlink("\(linkPath)/\(name)") }
  }
}
