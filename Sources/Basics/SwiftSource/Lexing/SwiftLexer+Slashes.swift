// Comments and regular expression literals, which both begin with a slash.

extension SwiftLexer {
  mutating func readSlash() {
    switch byte(1) {
    case UInt8(ascii: "/"):
      while position < bytes.count, byte() != 0x0A, byte() != 0x0D { position += 1 }
    case UInt8(ascii: "*"): skipComment()
    default:
      let start = position
      if let end = endOfRegex() {
        position = end
        add(.regex, from: start)
      } else {
        position += 1
        add(.sign, from: start)
      }
    }
  }

  /// Skips a block comment and those nested in it.
  private mutating func skipComment() {
    let start = position
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    position = min(position, bytes.count)
    if depth > 0 { report("a comment is not terminated", at: start) }
  }

  /// The end of a regular expression literal between bare slashes; nil if the slash is an operator.
  ///
  /// It is a regular expression literal in operand position, if it ends on its line, has no white space next to its
  /// slashes, and has no unbalanced closing parenthesis.
  private func endOfRegex() -> Int? {
    guard isOperandExpected, byte(1) != 0x20, byte(1) != 0x09 else { return nil }
    var index = position + 1
    var depth = 0
    var isInClass = false
    while index < min(bytes.count, position + Self.longestRegex) {
      switch bytes[index] {
      case 0x0A, 0x0D: return nil
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "/"):
        let last = bytes[index - 1]
        return last == 0x20 || last == 0x09 || index == position + 1 ? nil : index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Longer literals are not recognized, so that lexing takes linear time.
  private static let longestRegex = 4_096

  /// Whether the lexer is in operand position.
  private var isOperandExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .number, .string, .regex: return false
    case .directive: return true
    case .word:
      return Self.wordsBeforeOperands.contains(String(decoding: bytes[last.range], as: UTF8.self))
    case .sign:
      switch bytes[last.range.lowerBound] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return false
      case UInt8(ascii: "?"), UInt8(ascii: "!"): return last.range.upperBound != position
      default: return true
      }
    }
  }

  private static let wordsBeforeOperands: Set<String> = [
    "as", "await", "case", "else", "if", "in", "is", "return", "throw", "try", "unsafe", "where",
    "while", "guard", "switch", "repeat", "do", "default", "yield",
  ]

  /// Lexes an extended regular expression literal, which may have several lines.
  mutating func readExtendedRegex(_ hashes: Int) {
    let start = position
    position += hashes + 1
    let isMultiline = byte() == 0x0A || byte() == 0x0D
    while position < bytes.count {
      if byte() == UInt8(ascii: "\\") {
        position += 2
      } else if byte() == UInt8(ascii: "/"),
        (1...hashes).allSatisfy({ byte($0) == UInt8(ascii: "#") })
      {
        position += 1 + hashes
        return add(.regex, from: start)
      } else if !isMultiline, byte() == 0x0A || byte() == 0x0D {
        break
      } else {
        position += 1
      }
    }
    position = min(position, bytes.count)
    report("a regular expression is not terminated", at: start)
    add(.regex, from: start)
  }
}
