/// Splits the text between two delimiters into words.
///
/// A name ends at white space, a quote or a sign, so that it can contain characters that are invalid in Swift names,
/// as in `param.some-key`. There are no escapes in string literals; a line break in one is folded
/// with the white space around it into a single space.
struct WordLexer {
  private let body: ArraySlice<UInt8>
  private var position: Int
  private(set) var spots: SpotCounter

  /// The position of an unclosed quote.
  private(set) var unclosedQuote: SourceSpan?

  init(_ body: ArraySlice<UInt8>, spots: SpotCounter) {
    self.body = body
    self.spots = spots
    position = body.startIndex
  }

  mutating func words() -> [Word] {
    var words: [Word] = []
    while position < body.endIndex {
      let byte = body[position]
      if byte.isWhitespace {
        position += 1
        continue
      }
      let start = position
      let isGlued = start > body.startIndex && !body[start - 1].isWhitespace
      let spot = spots.spot(at: start)
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let text = literal(closedBy: byte) else {
          unclosedQuote = spot
          return words
        }
        words.append(Word(kind: .string, text: text, spot: spot, isGlued: isGlued))
      } else if let length = signLength(at: start) {
        position += length
        words.append(Word(kind: .sign, text: text(start), spot: spot, isGlued: isGlued))
      } else {
        skipName()
        words.append(Word(kind: .name, text: text(start), spot: spot, isGlued: isGlued))
      }
    }
    return words
  }

  private func text(_ start: Int) -> String {
    String(decoding: body[start..<position], as: UTF8.self)
  }

  private mutating func literal(closedBy quote: UInt8) -> String? {
    guard let end = body[(position + 1)...].firstIndex(of: quote) else { return nil }
    let content = body[position + 1..<end]
    position = end + 1
    guard content.contains(where: \.isLineBreak) else {
      return String(decoding: content, as: UTF8.self)
    }
    let lines = content.split(whereSeparator: \.isLineBreak)
      .map { line in line.drop { $0.isBlank }.droppingLast { $0.isBlank } }
      .filter { !$0.isEmpty }
    return String(decoding: Array(lines.joined(separator: [.space])), as: UTF8.self)
  }

  private mutating func skipName() {
    position += 1
    while position < body.endIndex {
      let byte = body[position]
      if byte.isWhitespace || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return }
      if signLength(at: position) != nil { return }
      position += 1
    }
  }

  /// The number of bytes of the sign at an offset, or nil if there is none.
  private func signLength(at offset: Int) -> Int? {
    let next = offset + 1 < body.endIndex ? body[offset + 1] : 0
    switch body[offset] {
    case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"):
      return 1
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      return next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "="), UInt8(ascii: "!"):
      return next == UInt8(ascii: "=") ? 2 : nil
    case UInt8(ascii: "."):
      let afterNext = offset + 2 < body.endIndex ? body[offset + 2] : 0
      return next == UInt8(ascii: ".") && afterNext == UInt8(ascii: ".") ? 3 : nil
    default:
      return nil
    }
  }
}
