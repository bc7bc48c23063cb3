extension Lexer {
  /// Reads a quoted string and resolves its escapes.
  ///
  /// Inside, `%@` and `$name` are plain text.
  ///
  /// `\n`, `\t`, `\r` and `\u` with four hexadecimal digits have their meanings in C; before any other character the
  /// backslash makes that character literal.
  mutating func string(quote: UInt8) throws(PredicateSyntaxError) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case quote:
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = peek() else { break }
        try appendEscape(escaped, to: &content)
      default:
        content.append(byte)
      }
    }
    throw PredicateSyntaxError(
      "the string that begins here has no end",
      at: start,
      hint: "close it with \(Character(Unicode.Scalar(quote)))"
    )
  }

  private mutating func appendEscape(
    _ escaped: UInt8,
    to content: inout [UInt8]
  ) throws(PredicateSyntaxError) {
    let start = position - 1
    position += 1
    switch escaped {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape(start)
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: content.append(escaped)
    }
  }

  /// The scalar of `\uXXXX`, or of two such escapes that form a surrogate pair.
  private mutating func unicodeEscape(
    _ start: Int
  ) throws(PredicateSyntaxError) -> Unicode.Scalar {
    let first = try fourHexadecimalDigits(start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let isLeading = UTF16.isLeadSurrogate(UInt16(first))
    guard isLeading, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") else {
      throw PredicateSyntaxError("half of a surrogate pair is not a character", at: start)
    }
    position += 2
    let second = try fourHexadecimalDigits(start)
    guard UTF16.isTrailSurrogate(UInt16(second)),
      let scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
    else {
      throw PredicateSyntaxError("half of a surrogate pair is not a character", at: start)
    }
    return scalar
  }

  private mutating func fourHexadecimalDigits(
    _ start: Int
  ) throws(PredicateSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw PredicateSyntaxError("'\\u' needs four hexadecimal digits", at: start)
      }
      position += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
