/// Splits Swift source into tokens, in one pass.
///
/// Nothing is rejected: an error is recorded, and lexing continues.
struct SwiftLexer {
  let bytes: [UInt8]
  var position = 0
  var tokens: [SwiftToken] = []
  var problems: [SwiftProblem] = []
  private var isAtLineStart = true

  /// The open interpolations, the innermost last.
  private var interpolations: [Interpolation] = []

  /// An interpolation in a string literal.
  private struct Interpolation {
    let string: Delimiter

    /// The number of open parentheses in it.
    var depth = 0
  }

  /// The delimiter of a string literal: the numbers of its number signs and quotation marks.
  struct Delimiter {
    let hashes: Int
    let isMultiline: Bool
    let start: Int
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 6)
  }

  /// The byte at an offset from the current one; 0 past the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
  }

  /// Lexes the whole text.
  mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!") { skipLine() }
    while position < bytes.count { readToken() }
    if let open = interpolations.first {
      report("a string literal is not terminated", at: open.string.start)
    }
  }

  mutating func report(_ message: String, at offset: Int) {
    problems.append(SwiftProblem(offset: offset, message: message))
  }

  private mutating func skipLine() {
    while position < bytes.count, byte() != 0x0A, byte() != 0x0D { position += 1 }
  }

  mutating func add(_ kind: SwiftToken.Kind, from start: Int) {
    tokens.append(
      SwiftToken(
        kind: kind,
        beginsLine: isAtLineStart,
        start: Int32(clamping: start),
        end: Int32(clamping: position)
      )
    )
    isAtLineStart = false
  }

  private mutating func readToken() {
    let start = position
    switch byte() {
    case 0x0A, 0x0D:
      isAtLineStart = true
      position += 1
    case 0x20, 0x09, 0x0B, 0x0C, 0: position += 1
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): readString(hashes: 0)
    case UInt8(ascii: "#"): readNumberSign()
    case UInt8(ascii: "`"): readQuotedName()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "$"):
      position += 1
      skipWord()
      add(.word, from: start)
    case let first where first.isWordByte:
      skipWord()
      add(.word, from: start)
    default: readSign()
    }
  }

  private mutating func skipWord() {
    while position < bytes.count, byte().isWordByte { position += 1 }
  }

  private mutating func readSign() {
    let start = position
    let sign = byte()
    position += 1
    if let index = interpolations.indices.last {
      if sign == UInt8(ascii: "(") {
        interpolations[index].depth += 1
      } else if sign == UInt8(ascii: ")") {
        interpolations[index].depth -= 1
        if interpolations[index].depth == 0 {
          add(.sign, from: start)
          let string = interpolations.removeLast().string
          return readStringPart(string, from: position)
        }
      }
    }
    add(.sign, from: start)
  }

  private mutating func readQuotedName() {
    let start = position
    position += 1
    while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != 0x0A { position += 1 }
    if byte() == UInt8(ascii: "`") {
      position += 1
    } else {
      report("a name in backticks is not terminated", at: start)
    }
    add(.word, from: start)
  }

  private mutating func readNumber() {
    let start = position
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) | 0x20 == UInt8(ascii: "x")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while position < bytes.count {
      if byte().isWordByte {
        let isExponent = byte() | 0x20 == exponent
        position += 1
        if isExponent, byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-"),
          byte(1).isDigit
        {
          position += 1
        }
      } else if byte() == UInt8(ascii: "."), byte(1).isDigit,
        tokens.last.map({ !isDot($0, before: start) }) ?? true
      {
        position += 1
      } else {
        break
      }
    }
    add(.number, from: start)
  }

  /// Whether a token is a dot immediately before a position, as in `pair.0.1`.
  private func isDot(_ token: SwiftToken, before start: Int) -> Bool {
    token.range.upperBound == start && bytes[token.range.lowerBound] == UInt8(ascii: ".")
  }

  // MARK: Number signs

  private mutating func readNumberSign() {
    let start = position
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch byte(hashes) {
    case UInt8(ascii: "\""):
      position += hashes
      readString(hashes: hashes)
    case UInt8(ascii: "/"): readExtendedRegex(hashes)
    case let next where next.isWordByte && hashes == 1:
      position += 1
      skipWord()
      add(.directive, from: start)
    default:
      position += hashes
      add(.sign, from: start)
    }
  }

  // MARK: Strings

  /// Lexes a string literal from its first quotation mark.
  private mutating func readString(hashes: Int) {
    let start = position - hashes
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    if isMultiline, hashes == 0 || !isEndedOnLine(hashes) {
      position += 3
      readStringPart(Delimiter(hashes: hashes, isMultiline: true, start: start), from: start)
    } else {
      position += 1
      readStringPart(Delimiter(hashes: hashes, isMultiline: false, start: start), from: start)
    }
  }

  /// Whether a literal that begins like a multiline one ends on its first line, as `#"""#` and `#""""#` do.
  private func isEndedOnLine(_ hashes: Int) -> Bool {
    var distance = 1
    while distance < 4_096, position + distance < bytes.count, !hasLineEnd(at: distance) {
      if byte(distance) == UInt8(ascii: "\""), hasHashes(hashes, at: distance + 1) { return true }
      distance += 1
    }
    return false
  }

  private func hasLineEnd(at distance: Int) -> Bool {
    byte(distance) == 0x0A || byte(distance) == 0x0D
  }

  private func hasHashes(_ count: Int, at distance: Int) -> Bool {
    (0..<count).allSatisfy { byte(distance + $0) == UInt8(ascii: "#") }
  }

  /// Lexes a string literal up to its end, or up to and including the backslash of an interpolation.
  private mutating func readStringPart(_ string: Delimiter, from start: Int) {
    while position < bytes.count {
      switch byte() {
      case UInt8(ascii: "\\") where hasHashes(string.hashes, at: 1):
        position += 1 + string.hashes
        if byte() == UInt8(ascii: "(") {
          add(.string, from: start)
          interpolations.append(Interpolation(string: string))
          return
        }
        if !(byte() & 0x80 != 0 || hasLineEnd(at: 0)) { position += 1 }
      case UInt8(ascii: "\"") where ends(string):
        position += (string.isMultiline ? 3 : 1) + string.hashes
        return add(.string, from: start)
      case 0x0A where !string.isMultiline, 0x0D where !string.isMultiline:
        report("a string literal is not terminated", at: string.start)
        return add(.string, from: start)
      default: position += 1
      }
    }
    position = min(position, bytes.count)
    report("a string literal is not terminated", at: string.start)
    add(.string, from: start)
  }

  private func ends(_ string: Delimiter) -> Bool {
    guard string.isMultiline else { return hasHashes(string.hashes, at: 1) }
    return byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
      && hasHashes(string.hashes, at: 3)
  }
}

extension UInt8 {
  /// Whether the byte is part of an identifier: a letter, a digit, an underscore, or part of a non-ASCII character.
  var isWordByte: Bool {
    self | 0x20 &- UInt8(ascii: "a") < 26 && self >= 0x41 || isDigit || self == UInt8(ascii: "_")
      || self >= 0x80
  }

  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
