/// Reads the records of a CSV file according to RFC 4180.
///
/// Lines may end in a line feed alone, or in a carriage return alone if the file has no line feed at all; a
/// byte-order mark is skipped. Errors are recorded, and read as they are
/// most likely meant, so that all problems of a file are found at once.
struct CSVReader {
  private let bytes: [UInt8]
  private var position: Int
  private(set) var problems: [CSVProblem] = []

  /// Whether the file ended within quotation marks.
  private var endedInQuotes = false

  /// The byte between two fields.
  private let separator: UInt8

  /// Whether lines end in carriage returns alone, as on early Macintosh computers.
  private let linesEndInReturns: Bool

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameters:
  ///   - bytes: The file.
  ///   - separator: The byte between two fields.
  ///   - start: The byte at which to begin; nil for the first one after a byte-order mark.
  init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), from start: Int? = nil) {
    self.bytes = bytes
    self.separator = separator
    linesEndInReturns = !bytes.contains(Self.lineFeed)
    position = start ?? (bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0)
  }

  /// Reads the next record; nil at the end.
  mutating func next() -> CSVRecord? {
    guard position < bytes.count else { return nil }
    var record = CSVRecord()
    while true {
      record.fields.append(field())
      guard position < bytes.count else {
        record.isUnclosed = endedInQuotes
        return record
      }
      let isLast = bytes[position] != separator
      if isLast, bytes[position] == Self.carriageReturn, !linesEndInReturns { position += 1 }
      position += 1
      if isLast { return record }
    }
  }

  /// Reads the next field, up to the separator or line end.
  private mutating func field() -> CSVRecord.Field {
    let start = position
    guard position < bytes.count, bytes[position] == Self.quote else {
      skipToEndOfField()
      return CSVRecord.Field(text: text(bytes[start..<position], at: start), offset: start)
    }
    return CSVRecord.Field(text: quotedText(), offset: start)
  }

  private mutating func skipToEndOfField() {
    while position < bytes.count, !isEnd(at: position) {
      if bytes[position] == Self.quote {
        note("a quotation mark within a field that does not begin with one", at: position)
      }
      position += 1
    }
  }

  private mutating func quotedText() -> String {
    let start = position
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte != Self.quote {
        content.append(byte)
      } else if position < bytes.count, bytes[position] == Self.quote {
        content.append(byte)
        position += 1
      } else {
        skipTextBehindQuote()
        return text(content[...], at: start)
      }
    }
    endedInQuotes = true
    note("a quotation mark that is never closed", at: start)
    return text(content[...], at: start)
  }

  private mutating func skipTextBehindQuote() {
    guard position < bytes.count, !isEnd(at: position) else { return }
    note("something between a closing quotation mark and the end of the field", at: position)
    while position < bytes.count, !isEnd(at: position) { position += 1 }
  }

  /// Whether a field ends before a byte.
  ///
  /// A carriage return ends one only before a line feed, if the file contains any.
  private func isEnd(at index: Int) -> Bool {
    switch bytes[index] {
    case separator, Self.lineFeed: true
    case Self.carriageReturn:
      linesEndInReturns || index + 1 < bytes.count && bytes[index + 1] == Self.lineFeed
    default: false
    }
  }

  private mutating func text(_ content: ArraySlice<UInt8>, at offset: Int) -> String {
    if let text = String(validating: content, as: UTF8.self) { return text }
    note("text that is not UTF-8", at: offset, hint: "save the file as UTF-8")
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func note(_ message: String, at offset: Int, hint: String? = nil) {
    problems.append(CSVProblem(message: message, offset: offset, hint: hint))
  }
}
