/// The text of one Swift type, such as `[String: Set<Int>]?`, from an untrusted file.
package struct SwiftTypeText: Sendable, Hashable {
  /// The text as used in code: unchanged, except for normalized white space.
  package let text: String

  /// The text with its original white space, without a `?` at its end.
  package let verbatim: String

  /// Whether the type is written as optional.
  package var isOptional: Bool { text.hasSuffix("?") }

  /// The type, or nil when the text contains anything but names, generic arguments, brackets and optionals.
  package init?(_ text: String) {
    var reader = TypeReader(text)
    guard reader.readsOneType() else { return nil }
    let needsParentheses = reader.needsParentheses
    self.text = needsParentheses ? "(\(reader.written))" : reader.written
    var trimmed = text[...]
    while trimmed.first == " " || trimmed.first == "\t" { trimmed.removeFirst() }
    while trimmed.last == " " || trimmed.last == "\t" { trimmed.removeLast() }
    // If more than white space had to be changed, the original text is not a type.
    let isChanged = needsParentheses || Self.compact(reader.written) != Self.compact(text)
    let whole = isChanged ? self.text : String(trimmed)
    verbatim = whole.hasSuffix("?") ? String(whole.dropLast()) : whole
  }

  private static func compact(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\t" }))
  }

  /// The type without the optional at its end.
  package var unwrapped: String {
    isOptional ? String(text.dropLast()) : text
  }
}

/// A parser for the grammar of types, which rejects everything else.
private struct TypeReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private(set) var written = ""

  /// Whether a `?` after the type would apply to a part of it: `any Shape`, `View & Movable`.
  private(set) var needsParentheses = false

  /// The limits of length and depth, which no real type exceeds.
  private static let longest = 1_000
  private static let deepest = 32

  init(_ text: String) {
    scalars = Array(text.unicodeScalars.prefix(Self.longest + 1))
  }

  mutating func readsOneType() -> Bool {
    guard scalars.count <= Self.longest, readsType(depth: 0) else { return false }
    skipSpaces()
    return position == scalars.count
  }

  /// Reads a named type, a collection or a type in parentheses, and question marks.
  private mutating func readsType(depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    skipSpaces()
    let reads: Bool
    if take("[") {
      guard readsType(depth: depth + 1) else { return false }
      if take(":", writing: ": "), !readsType(depth: depth + 1) { return false }
      reads = take("]")
    } else if take("(") {
      guard readsList(depth: depth) else { return false }
      reads = take(")")
    } else {
      reads = readsNames(depth: depth)
    }
    guard reads else { return false }
    var isOptional = false
    while take("?") { isOptional = true }
    // `any Shape?` is not a type: it needs parentheses.
    if isOptional, depth == 0, needsParentheses { return false }
    guard take("&", writing: " & ") else { return true }
    if depth == 0 { needsParentheses = true }
    // Only types that are not optional can be composed.
    return !isOptional && readsComposed(depth: depth + 1)
  }

  private mutating func readsComposed(depth: Int) -> Bool {
    guard depth < Self.deepest, readsNames(depth: depth) else { return false }
    return take("&", writing: " & ") ? readsComposed(depth: depth + 1) : true
  }

  /// Reads names separated by dots, with arguments: `Module.Type<Argument>`, `any Shape`.
  private mutating func readsNames(depth: Int) -> Bool {
    repeat {
      guard let name = takeName() else { return false }
      if name == "any", isAtName {
        written += "any "
        if depth == 0 { needsParentheses = true }
        return readsComposed(depth: depth + 1)
      }
      guard let identifier = SwiftIdentifier(exactly: name) else { return false }
      // `Any` and `Self` are types; other reserved words need backticks.
      written += name == "Any" ? name : identifier.text
      if take("<") {
        guard readsList(depth: depth), take(">") else { return false }
      }
    } while take(".")
    return true
  }

  private mutating func readsList(depth: Int) -> Bool {
    repeat {
      guard readsType(depth: depth + 1) else { return false }
    } while take(",", writing: ", ")
    return true
  }

  private var isAtName: Bool {
    var next = position
    guard next < scalars.count, scalars[next] == " " else { return false }
    while next < scalars.count, scalars[next] == " " { next += 1 }
    return next < scalars.count && Self.canBeName(scalars[next])
  }

  private mutating func takeName() -> String? {
    skipSpaces()
    let start = position
    while position < scalars.count, Self.canBeName(scalars[position]) { position += 1 }
    guard position > start else { return nil }
    return String(String.UnicodeScalarView(scalars[start..<position]))
  }

  private mutating func take(_ sign: Unicode.Scalar, writing text: String? = nil) -> Bool {
    let before = position
    skipSpaces()
    guard position < scalars.count, scalars[position] == sign else {
      position = before
      return false
    }
    position += 1
    written += text ?? String(sign)
    return true
  }

  private mutating func skipSpaces() {
    while position < scalars.count, scalars[position] == " " || scalars[position] == "\t" {
      position += 1
    }
  }

  private static func canBeName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII && scalar.properties.isXIDContinue
    }
  }
}
