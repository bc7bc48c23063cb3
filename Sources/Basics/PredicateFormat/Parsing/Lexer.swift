/// Splits a text into tokens, one at a time, examining each byte a bounded number of times.
struct Lexer {
  let bytes: [UInt8]
  var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The byte at a distance from the position; nil past the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  mutating func next() throws(PredicateSyntaxError) -> Token {
    skipWhiteSpace()
    let start = position
    guard let byte = peek() else { return Token(kind: .end, start: start, end: start) }
    return Token(kind: try kind(startingWith: byte), start: start, end: position)
  }

  private mutating func kind(
    startingWith byte: UInt8
  ) throws(PredicateSyntaxError) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .string(try string(quote: byte))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number())
    case UInt8(ascii: ".") where peek(1).map(isDigit) == true:
      return .number(try number())
    case UInt8(ascii: "%"):
      return try argument()
    case UInt8(ascii: "$"):
      return .variable(try prefixedWord("a variable's name"))
    case UInt8(ascii: "@"):
      return .collectionOperator(try prefixedWord("a collection operator, such as 'count',"))
    case UInt8(ascii: "#"):
      return .escapedWord(try prefixedWord("a word"))
    default:
      if let symbol = symbol() { return .symbol(symbol) }
      guard wordScalarLength(first: true) > 0 else { throw unexpectedCharacter() }
      return word()
    }
  }

  mutating func skipWhiteSpace() {
    while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  // MARK: Symbols

  /// Reads the longest symbol at the position.
  private mutating func symbol() -> Symbol? {
    guard let first = peek(), let symbol = Symbol(first, followedBy: peek(1) ?? 0) else {
      return nil
    }
    position += symbol.rawValue.utf8.count
    return symbol
  }

  // MARK: Words

  /// Reads a word, or a selector if colons follow it.
  private mutating func word() -> Token.Kind {
    let start = position
    skipWord()
    guard atSelectorColon else {
      let spelling = bytes[start..<position]
      return .word(String(decoding: spelling, as: UTF8.self), Keyword(spelling: spelling))
    }
    while atSelectorColon {
      position += 1
      skipWord()
    }
    return .selector(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private var atSelectorColon: Bool {
    peek() == UInt8(ascii: ":") && peek(1) != UInt8(ascii: "=")
  }

  private mutating func skipWord() {
    while case let length = wordScalarLength(first: false), length > 0 { position += length }
  }

  /// Reads a sign and the word that must follow it directly.
  private mutating func prefixedWord(_ what: String) throws(PredicateSyntaxError) -> String {
    let start = position
    position += 1
    guard wordScalarLength(first: true) > 0 else {
      throw PredicateSyntaxError(
        "'\(String(decoding: bytes[start...start], as: UTF8.self))' must be followed by \(what)",
        at: start
      )
    }
    skipWord()
    return String(decoding: bytes[start + 1..<position], as: UTF8.self)
  }

  /// The length of the scalar at the position if it can be part of a word; otherwise 0.
  func wordScalarLength(first: Bool) -> Int {
    guard let byte = peek() else { return 0 }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return first ? 0 : 1
    case 0x80...:
      guard let scalar = scalar() else { return 0 }
      let fits = first ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
      return fits ? UTF8.width(scalar) : 0
    default:
      return 0
    }
  }

  /// The scalar at the position.
  private func scalar() -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes[position..<min(position + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  private func unexpectedCharacter() -> PredicateSyntaxError {
    guard let scalar = scalar() else {
      return PredicateSyntaxError("a byte that is not UTF-8", at: position)
    }
    let hint: String? =
      switch scalar {
      case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": "use straight quotation marks, ' or \""
      case "\\": "escapes like \\(name) belong to source code, where the compiler replaces them"
      case "?": "quote patterns: LIKE 'a?c'"
      case "\u{A0}": "it is a no-break space; use a plain space"
      default: nil
      }
    let shown =
      scalar.isASCII && scalar.value < 0x20 || scalar.properties.isWhitespace
      ? "the character U+" + String(scalar.value, radix: 16, uppercase: true)
      : "'\(scalar)'"
    return PredicateSyntaxError("\(shown) has no meaning here", at: position, hint: hint)
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
