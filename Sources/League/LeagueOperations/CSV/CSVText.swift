/// Writes records according to RFC 4180.
struct CSVText {
  private(set) var text = ""

  mutating func append(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text += "," }
      text += Self.needsQuotes(field) ? Self.quoted(field) : field
    }
    text += "\r\n"
  }

  /// Whether a field must be quoted: with separators, quotation marks, or white space at its ends,
  /// which some programs remove.
  private static func needsQuotes(_ field: String) -> Bool {
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    return field.utf8.contains(where: special.contains)
      || field.first?.isWhitespace == true || field.last?.isWhitespace == true
  }

  private static func quoted(_ field: String) -> String {
    "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
