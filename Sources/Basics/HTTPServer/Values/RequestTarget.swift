/// The target of a request: the segments of a path, and the fields of a query.
///
/// Segments are separated before they are decoded, so that an encoded slash stays part of its segment.
package struct RequestTarget: Sendable, Equatable {
  /// The target as it was written.
  package let text: String

  /// The components of the path between slashes, decoded.
  ///
  /// For `/` there are none; `/a/` has an empty last one.
  package let segments: [String]

  package let query: FormFields

  /// Parses the target of a request; nil if it is not a path with an optional query.
  package init?(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let path = parts.first, path.first == UInt8(ascii: "/") else { return nil }
    let slash = UInt8(ascii: "/")
    let written = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    var segments: [String] = []
    for segment in written {
      guard let decoded = PercentEncoding.decode(segment, plusIsSpace: false) else { return nil }
      segments.append(decoded)
    }
    guard let query = FormFields(encoded: parts.count > 1 ? Array(parts[1]) : []) else {
      return nil
    }
    self.text = text
    self.segments = segments == [""] ? [] : segments
    self.query = query
  }
}
