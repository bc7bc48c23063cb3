import Diagnostics

/// A scanner for the characters of a JSON5 text.
///
/// It implements the lexical rules (space, comments, texts, names; numbers are in a separate file) and counts lines
/// and columns.
struct JSON5Scanner {
  private let scalars: [Unicode.Scalar]
  private let path: String?
  private var position = 0
  private var line = 1
  private var column = 1

  init(_ bytes: some Sequence<UInt8>, path: String?) throws(JSON5Error) {
    self.path = path
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(bytes.underestimatedCount)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var isValid = true
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): scalars.append(scalar)
      case .emptyInput: break decoding
      case .error:
        isValid = false
        break decoding
      }
    }
    self.scalars = scalars
    if !isValid {
      while position < scalars.count { advance() }
      throw JSON5Error("the text is not UTF-8", at: place)
    }
    if peek == "\u{FEFF}" { position = 1 }
  }

  /// The next character; nil at the end.
  var peek: Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  /// The character after the next one.
  var peekSecond: Unicode.Scalar? {
    position + 1 < scalars.count ? scalars[position + 1] : nil
  }

  /// The position of the next character.
  var place: Place { Place(path: path, line: line, column: column) }

  @discardableResult
  mutating func advance() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    position += 1
    if scalar == "\n" {
      line += 1
      column = 1
    } else {
      column += 1
    }
    return scalar
  }

  /// Skips a character if it is the next one.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    advance()
    return true
  }

  /// The error for an unexpected character.
  func unexpected(instead expected: String) -> JSON5Error {
    let found = peek.map { "'\(String($0).visible)'" } ?? "the end of the file"
    return JSON5Error("expected \(expected), but found \(found)", at: place)
  }
}

// MARK: - Space and comments

extension JSON5Scanner {
  mutating func skipSpace() throws(JSON5Error) {
    while let scalar = peek {
      if scalar.isJSON5Space {
        advance()
      } else if scalar == "/" {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let start = place
    switch peekSecond {
    case "/":
      while let scalar = peek, !scalar.isJSON5LineEnd { advance() }
    case "*":
      advance()
      advance()
      while !(peek == "*" && peekSecond == "/") {
        guard advance() != nil else {
          throw JSON5Error("the comment does not end", at: start)
        }
      }
      advance()
      advance()
    default:
      throw unexpected(instead: "a comment")
    }
  }
}

// MARK: - Texts and names

extension JSON5Scanner {
  /// Reads a text in quotes.
  mutating func string() throws(JSON5Error) -> String {
    let start = place
    let quote = advance()
    var text = String.UnicodeScalarView()
    while let scalar = peek {
      switch scalar {
      case quote:
        advance()
        return String(text)
      case "\\":
        if let escaped = try escape() { text.append(escaped) }
      case "\n", "\r":
        throw JSON5Error(
          "the text does not end on its line",
          at: start,
          hint: "write '\\n' for a new line, or '\\' at the end of the line to continue on the next"
        )
      default:
        text.append(scalar)
        advance()
      }
    }
    throw JSON5Error("the text does not end", at: start)
  }

  /// Reads an escape sequence; nil if it only joins two lines.
  private mutating func escape() throws(JSON5Error) -> Unicode.Scalar? {
    let start = place
    advance()
    guard let scalar = advance() else { throw JSON5Error("the text does not end", at: start) }
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "x": return Unicode.Scalar(UInt8(try hexadecimal(digits: 2, from: start)))
    case "u": return try unicodeEscape(from: start)
    case "\n", "\u{2028}", "\u{2029}": return nil
    case "\r":
      _ = skip("\n")
      return nil
    case "0" where peek?.isDecimalDigit != true: return "\0"
    case "0"..."9":
      throw JSON5Error("a backslash cannot precede a digit", at: start)
    default: return scalar
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair after the first one.
  private mutating func unicodeEscape(from start: Place) throws(JSON5Error) -> Unicode.Scalar {
    let unit = try hexadecimal(digits: 4, from: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if (0xD800..<0xDC00).contains(unit), peek == "\\", peekSecond == "u" {
      let second = place
      advance()
      advance()
      let low = try hexadecimal(digits: 4, from: second)
      let value = 0x10000 + ((unit - 0xD800) << 10 | (low & 0x3FF))
      if (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(value) { return scalar }
    }
    throw JSON5Error("this is an unpaired surrogate", at: start)
  }

  private mutating func hexadecimal(
    digits: Int,
    from start: Place
  ) throws(JSON5Error) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek?.hexadecimalValue else {
        throw JSON5Error("expected \(digits) hexadecimal digits", at: start)
      }
      value = value << 4 | digit
      advance()
    }
    return value
  }

  /// Reads an unquoted name.
  mutating func name() throws(JSON5Error) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek, text.isEmpty ? scalar.isJSON5NameStart : scalar.isJSON5NamePart {
      text.append(scalar == "\\" ? try nameEscape(isFirst: text.isEmpty) : scalar)
      if scalar != "\\" { advance() }
    }
    return String(text)
  }

  /// Reads a character of a name that is written as `\uXXXX`.
  private mutating func nameEscape(isFirst: Bool) throws(JSON5Error) -> Unicode.Scalar {
    let start = place
    advance()
    guard skip("u") else { throw JSON5Error("expected '\\u' in a name", at: start) }
    let scalar = try unicodeEscape(from: start)
    guard scalar != "\\", isFirst ? scalar.isJSON5NameStart : scalar.isJSON5NamePart else {
      throw JSON5Error("this character is not allowed in a name", at: start)
    }
    return scalar
  }
}
