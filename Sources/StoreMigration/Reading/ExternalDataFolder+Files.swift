import ModelFiles
import SQLSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ExternalDataFolder {
  /// The folder of the store that a path leads to: a link to a store is that store.
  package init(ofStoreFileAt path: String) {
    if case .file(let target, _)? = try? WrittenPlace(path) {
      self.init(ofStoreAt: target)
    } else {
      self.init(ofStoreAt: path)
    }
  }

  /// The contents of a file.
  func contents(of name: String) throws(FileProblem) -> [UInt8] {
    try FileReader(maximumBytes: 1 << 30).bytes(of: "\(path)/\(name)")
  }

  /// Removes a file that nothing means any more; that it is not there is as well.
  func remove(_ name: String) {
    _ = unlink("\(path)/\(name)")
  }
}
