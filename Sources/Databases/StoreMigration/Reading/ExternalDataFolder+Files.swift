import Files
import SQLSchema

extension ExternalDataFolder {
  /// The folder of the store that a path leads to: a link to a store is that store.
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

  /// Removes a file that nothing means any more; that it is not there is as well.
  func remove(_ name: String) {
    if unlink("\(path)/\(name)") != 0, let linkPath { _ = unlink("\(linkPath)/\(name)") }
  }
}
