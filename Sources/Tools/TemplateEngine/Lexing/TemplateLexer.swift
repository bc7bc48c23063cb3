internal import Diagnostics

/// Splits a template into text, outputs, tags and comments.
struct TemplateLexer {
  private let bytes: [UInt8]
  private let path: String
  private var position = 0
  private var spots: SpotCounter
  private var chunks: [Chunk] = []
  private(set) var problems: [TemplateError.Problem] = []

  init(_ source: String, path: String) {
    bytes = Array(source.utf8)
    self.path = path
    spots = SpotCounter(bytes)
  }

  /// Returns the chunks in order and collects ``problems``.
  mutating func chunked() -> [Chunk] {
    while let opening = nextOpening() {
      appendText(upTo: opening.offset)
      let start = spots.spot(at: opening.offset)
      guard let closing = offset(of: opening.closing, from: opening.offset + 2) else {
        let signs = "{" + String(UnicodeScalar(opening.sign))
        let end = String(UnicodeScalar(opening.closing)) + "}"
        report("'\(signs)' is never closed by '\(end)'", at: start)
        return chunks
      }
      append(opening, bytes[opening.offset + 2..<closing], start: start)
      position = closing + 2
    }
    appendText(upTo: bytes.count)
    return chunks
  }

  private mutating func appendText(upTo end: Int) {
    guard end > position else { return }
    chunks.append(.text(bytes[position..<end], spots.spot(at: position)))
  }

  private mutating func append(_ opening: Opening, _ body: ArraySlice<UInt8>, start: SourceSpan) {
    switch opening.sign {
    case UInt8(ascii: "#"):
      chunks.append(.comment)
    case UInt8(ascii: "%"):
      var body = body
      let before = TrimSign(body.first)
      if before != .unspecified { body = body.dropFirst() }
      let after = TrimSign(body.last)
      if after != .unspecified { body = body.dropLast() }
      chunks.append(.tag(markup(body, start: start), before: before, after: after))
    default:
      // The signs of tags have no effect here, but are not part of the expression either.
      var body = body
      if TrimSign(body.first) != .unspecified, body.dropFirst().first?.isWhitespace == true {
        body = body.dropFirst()
      }
      if TrimSign(body.last) != .unspecified, body.dropLast().last?.isWhitespace == true {
        body = body.dropLast()
      }
      chunks.append(.output(markup(body, start: start)))
    }
  }

  private mutating func markup(_ body: ArraySlice<UInt8>, start: SourceSpan) -> Markup {
    var lexer = WordLexer(body, spots: spots)
    let words = lexer.words()
    spots = lexer.spots
    if let spot = lexer.unclosedQuote { report("this quote is never closed", at: spot) }
    return Markup(
      words: words,
      start: start,
      end: spots.spot(at: body.endIndex),
      isBroken: lexer.unclosedQuote != nil
    )
  }

  private mutating func report(_ message: String, at spot: SourceSpan) {
    problems.append(.init(rule: .syntax, message: message, place: spot.place(in: path)))
  }
}

extension TemplateLexer {
  private struct Opening {
    var offset: Int
    /// The byte after the opening brace.
    var sign: UInt8

    /// The byte before the closing brace.
    var closing: UInt8 { sign == UInt8(ascii: "{") ? UInt8(ascii: "}") : sign }
  }

  private func nextOpening() -> Opening? {
    var offset = position
    while offset + 1 < bytes.count {
      if bytes[offset] == UInt8(ascii: "{") {
        switch bytes[offset + 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#"):
          return Opening(offset: offset, sign: bytes[offset + 1])
        default: break
        }
      }
      offset += 1
    }
    return nil
  }

  /// The offset of the sign followed by a closing brace, from the given offset on.
  private func offset(of sign: UInt8, from start: Int) -> Int? {
    var offset = start
    while offset + 1 < bytes.count {
      if bytes[offset] == sign, bytes[offset + 1] == UInt8(ascii: "}") { return offset }
      offset += 1
    }
    return nil
  }
}

extension TrimSign {
  fileprivate init(_ byte: UInt8?) {
    switch byte {
    case UInt8(ascii: "-"): self = .strip
    case UInt8(ascii: "+"): self = .keep
    default: self = .unspecified
    }
  }
}
