/// The new content of a file.
package final class FileContent: Sendable {
  package let bytes: [UInt8]

  private let made: Lazy<Manifest.Fingerprint>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    made = Lazy { Manifest.Fingerprint(of: bytes) }
  }

  /// Its entry in the manifest, computed once.
  var fingerprint: Manifest.Fingerprint { made.value }
}
