/// Conversion of paths to URIs.
package enum FileURI {
  /// A URI reference to a path: relative for a relative path, otherwise with the scheme `file`.
  ///
  /// All characters except RFC 3986's unreserved ones are percent-encoded, including colons, which before the first
  /// slash would end a scheme. Empty and `.` segments are dropped; `..` is kept, because its meaning depends on
  /// links.
  package static func reference(toPath path: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
      .filter { $0.count != 1 || $0.first != UInt8(ascii: ".") }
    let isDirectory = path.hasSuffix("/") && !segments.isEmpty
    let encoded = segments.map(percentEncoded).joined(separator: "/") + (isDirectory ? "/" : "")
    if path.hasPrefix("/") { return "file:///" + encoded }
    return encoded.isEmpty ? "." : encoded
  }

  private static func percentEncoded(_ segment: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in segment {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%"
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }
    return text
  }
}
