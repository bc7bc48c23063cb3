/// A file of another kind in place of a CSV file.
struct ForeignFile {
  /// The error message.
  let message: String

  /// A hint on how to import it.
  let hint: String

  private static let asCSV = "a spreadsheet program can save a table as CSV"

  /// The first bytes of common files with tables.
  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive, as spreadsheets are (.xlsx, .ods)"),
    ([0xD0, 0xCF, 0x11, 0xE0], "a document of an old office program (.xls)"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x1F, 0x8B], "a compressed file"),
  ]

  /// Nil for a file of text.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      message = "the text is in UTF-16"
      hint = "save it as UTF-8"
      return
    }
    let known = Self.beginnings.first { bytes.starts(with: $0.bytes) }?.name
    // No text contains U+0000.
    guard known != nil || bytes.prefix(1 << 16).contains(0) else { return nil }
    message = "this is not a CSV file, but \(known ?? "a file that is not text")"
    hint = Self.asCSV
  }
}
