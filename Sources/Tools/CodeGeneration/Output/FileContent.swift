/// The new content of a file.
package final class FileContent: Sendable {
  package let bytes: [UInt8]

  private let made: Lazy<Manifest.Fingerprint>
  private let exact: Lazy<String>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let exact = Lazy { ContentDigest.text(of: bytes) }
    self.exact = exact
    made = Lazy {
      // Nearly all texts are in the compared form.
      bytes.isInComparedForm
        ? Manifest.Fingerprint(bytes: bytes.count, digest: exact.value)
        : Manifest.Fingerprint(of: bytes)
    }
  }

  /// Its entry in the manifest, computed once.
  var fingerprint: Manifest.Fingerprint { made.value }

  /// The digest of its bytes, computed once.
  var digest: String { exact.value }
}
