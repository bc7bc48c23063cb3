/// A number of bytes in a form for people.
package struct ByteCount {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  /// `512 bytes`, `12.5 KB`, `3.0 GB`; a unit is 1024 times the previous one.
  package var text: String {
    guard bytes >= 1_024 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var size = Double(bytes)
    var unit = ""
    for next in ["KB", "MB", "GB", "TB"] where size >= 1_024 {
      size /= 1_024
      unit = next
    }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
