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
  /// The contents of a file.
  func contents(of name: String) throws(FileProblem) -> [UInt8] {
    try FileReader(maximumBytes: 1 << 30).bytes(of: "\(path)/\(name)")
  }

  /// Removes a file that nothing means any more; that it is not there is as well.
  func remove(_ name: String) {
    _ = unlink("\(path)/\(name)")
  }
}
