import Diagnostics

/// Reads JSON5: JSON with comments, trailing commas, texts in single quotes, unquoted names, hexadecimal numbers and
/// infinities.
///
/// The rules are those of <https://spec.json5.org>, with two additions: no object has duplicate members, and nesting
/// is limited, so that no file can exhaust the stack.
package struct JSON5Reader {
  private var scanner: JSON5Scanner
  private var depth = 0

  /// The greatest depth of nested lists and objects.
  package static let deepest = 64

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - path: The path of the file for diagnostics.
  /// - Returns: The value of the text.
  /// - Throws: The first error; the text after it cannot be parsed.
  package static func read(
    _ bytes: some Sequence<UInt8>,
    path: String? = nil
  ) throws(JSON5Error) -> JSON5Value {
    var reader = Self(scanner: try JSON5Scanner(bytes, path: path))
    try reader.scanner.skipSpace()
    let value = try reader.value()
    try reader.scanner.skipSpace()
    guard reader.scanner.peek == nil else {
      throw reader.scanner.unexpected(instead: "the end of the file")
    }
    return value
  }

  private init(scanner: JSON5Scanner) {
    self.scanner = scanner
  }

  /// Reads a value, from its first character.
  private mutating func value() throws(JSON5Error) -> JSON5Value {
    let place = scanner.place
    switch scanner.peek {
    case "{": return JSON5Value(.object(try object()), at: place)
    case "[": return JSON5Value(.array(try array()), at: place)
    case "\"", "'": return JSON5Value(.string(try scanner.string()), at: place)
    case "+", "-", ".", ("0"..."9")?: return JSON5Value(try scanner.number(), at: place)
    case let scalar? where scalar.isJSON5NameStart: return JSON5Value(try word(), at: place)
    default: throw scanner.unexpected(instead: "a value")
    }
  }

  /// Reads a value that is a keyword.
  private mutating func word() throws(JSON5Error) -> JSON5Value.Content {
    let place = scanner.place
    let name = try scanner.name()
    switch name {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "Infinity": return .number(.infinity)
    case "NaN": return .number(.nan)
    default:
      throw JSON5Error(
        "expected a value, but found '\(name.visible)'",
        at: place,
        hint: Suggestion.didYouMean(name, among: ["null", "true", "false", "Infinity", "NaN"])
          ?? "put a string in quotes"
      )
    }
  }

  private mutating func array() throws(JSON5Error) -> [JSON5Value] {
    var elements: [JSON5Value] = []
    try enter()
    while scanner.peek != "]" {
      elements.append(try value())
      try separate(from: "]")
    }
    leave()
    return elements
  }

  private mutating func object() throws(JSON5Error) -> [JSON5Value.Member] {
    var members: [JSON5Value.Member] = []
    var places: [String: Place] = [:]
    try enter()
    while scanner.peek != "}" {
      let member = try member()
      if let first = places.updateValue(member.place, forKey: member.name) {
        throw JSON5Error(
          "duplicate key '\(member.name.visible)'",
          at: member.place,
          notes: [Diagnostic.Note("the first one is here", at: first)]
        )
      }
      members.append(member)
      try separate(from: "}")
    }
    leave()
    return members
  }

  private mutating func member() throws(JSON5Error) -> JSON5Value.Member {
    let place = scanner.place
    let name: String
    switch scanner.peek {
    case "\"", "'": name = try scanner.string()
    case let scalar? where scalar.isJSON5NameStart: name = try scanner.name()
    default: throw scanner.unexpected(instead: "a key or '}'")
    }
    try scanner.skipSpace()
    guard scanner.skip(":") else {
      throw scanner.unexpected(instead: "':' after the key '\(name.visible)'")
    }
    try scanner.skipSpace()
    return JSON5Value.Member(name, at: place, try value())
  }

  /// Skips the comma after an element, or stops before the closing bracket.
  private mutating func separate(from end: Unicode.Scalar) throws(JSON5Error) {
    try scanner.skipSpace()
    if scanner.skip(",") {
      try scanner.skipSpace()
    } else if scanner.peek != end {
      throw scanner.unexpected(instead: "',' or '\(end)'")
    }
  }

  private mutating func enter() throws(JSON5Error) {
    guard depth < Self.deepest else {
      throw JSON5Error("lists and objects are nested too deeply", at: scanner.place)
    }
    depth += 1
    scanner.advance()
    try scanner.skipSpace()
  }

  private mutating func leave() {
    depth -= 1
    scanner.advance()
  }
}
