extension Lexer {
  /// Reads `%@`, `%K`, a conversion of `printf` such as `%ld`, or `%%`, which is the string "%".
  mutating func argument() throws(PredicateSyntaxError) -> Token.Kind {
    let start = position
    position += 1
    if peek() == UInt8(ascii: "%") {
      position += 1
      return .string("%")
    }
    skipLengthModifiers()
    guard let letter = peek(), let conversion = Self.conversion(letter) else {
      throw unknownConversion(start)
    }
    if position > start + 1, conversion == .object || conversion == .keyPath {
      throw unknownConversion(start)
    }
    position += 1
    guard wordScalarLength(first: false) == 0 else { throw unknownConversion(start) }
    return .argument(conversion)
  }

  private mutating func skipLengthModifiers() {
    // No conversion has more than two of them: `hh`, `ll`.
    for _ in 0..<2 {
      guard let byte = peek(), "hlqLztj".utf8.contains(byte) else { return }
      position += 1
    }
  }

  private static func conversion(_ letter: UInt8) -> FormatArgument.Conversion? {
    switch Character(Unicode.Scalar(letter)) {
    case "@": .object
    case "K": .keyPath
    case "d", "D", "i": .signedInteger
    case "u", "U", "x", "X", "o", "O": .unsignedInteger
    case "f", "F", "e", "E", "g", "G", "a", "A": .real
    case "c", "C": .character
    case "s", "S": .cString
    case "p": .pointer
    default: nil
    }
  }

  private mutating func unknownConversion(_ start: Int) -> PredicateSyntaxError {
    while case let length = wordScalarLength(first: false), length > 0 { position += length }
    let end = min(position, start + 12)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return PredicateSyntaxError(
      "'\(text)' is not an argument",
      at: start,
      hint: "arguments are %@, %K and numbers such as %d, %ld, %f; put a space after them"
    )
  }
}
