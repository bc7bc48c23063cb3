/// The format of a CSV file: the separator, and the start of the header.
///
/// The separator is the one with which the first line names most columns. Spreadsheets write semicolons where the comma
/// is the decimal separator, and some programs tabs. A first line `sep=;`, which some spreadsheets write, is skipped.
struct CSVFormat {
  let separator: UInt8

  /// The byte at which the header begins; nil for the first one after a byte-order mark.
  let start: Int?

  static let separators = Array(",;\t|".utf8)

  /// - Parameters:
  ///   - bytes: The file.
  ///   - isColumn: Whether a field of the header is the name of a column.
  init(of bytes: [UInt8], columns isColumn: (String) -> Bool) {
    let declared = Self.declared(in: bytes)
    start = declared?.start
    var best = (separator: declared?.separator ?? Self.separators[0], count: 0)
    for separator in declared.map({ [$0.separator] }) ?? Self.separators {
      var reader = CSVReader(bytes, separator: separator, from: start)
      let count = reader.next()?.fields.count { isColumn($0.text) } ?? 0
      if count > best.count { best = (separator, count) }
    }
    separator = best.separator
  }

  /// The separator declared by a first line such as `sep=;`.
  private static func declared(in bytes: [UInt8]) -> (separator: UInt8, start: Int)? {
    var reader = CSVReader(bytes, separator: UInt8(ascii: "\n"))
    guard let line = reader.next()?.fields.first else { return nil }
    let text = Array(line.text.utf8)
    guard text.count == 5, text.starts(with: "sep=".utf8), separators.contains(text[4]) else {
      return nil
    }
    let end = line.offset + 5
    return (text[4], end + (bytes[end...].starts(with: "\r\n".utf8) ? 2 : 1))
  }
}
