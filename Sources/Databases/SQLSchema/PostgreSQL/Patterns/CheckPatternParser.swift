/// Parses the subset of ICU's regular expressions that has a translation for PostgreSQL.
///
/// Greedy, lazy and possessive quantifiers are treated alike: they differ in how a match is found, and possessive
/// ones also refuse some texts, which a permissive translation may accept.
struct CheckPatternParser {
  typealias Failure = PatternTranslator.Failure

  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0

  /// The number of enclosing negative look-aheads; inside one nothing may be permissive.
  private var negations = 0

  private static let lengthLimit = 4_000
  private static let depthLimit = 50

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  mutating func parse() throws(Failure) -> PatternNode {
    guard scalars.count <= Self.lengthLimit else {
      throw Failure("more than \(Self.lengthLimit) characters")
    }
    let node = try alternation(isLeading: true)
    guard position == scalars.count else { throw Failure("an unmatched parenthesis") }
    return node
  }

  /// The character at a distance from the current one.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return scalars.indices.contains(index) ? scalars[index] : nil
  }

  mutating func skip(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func alternation(isLeading: Bool) throws(Failure) -> PatternNode {
    guard depth < Self.depthLimit else { throw Failure("groups that are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    var branches = [try sequence(isLeading: isLeading)]
    while skip("|") {
      branches.append(try sequence(isLeading: isLeading))
    }
    return branches.count == 1 ? branches[0] : .alternation(branches)
  }

  private mutating func sequence(isLeading: Bool) throws(Failure) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = peek(), next != "|", next != ")" {
      if try anchor(isFirst: nodes.isEmpty && isLeading) { continue }
      guard let atom = try atom(isLeading: nodes.isEmpty && isLeading) else { continue }
      nodes.append(try repetition(of: atom))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  /// Skips anchors at the ends, which are redundant because the translation matches a whole text.
  private mutating func anchor(isFirst: Bool) throws(Failure) -> Bool {
    if skip("^") || skip("\\A") {
      guard isFirst else { throw Failure("an anchor in its middle") }
      return true
    }
    if skip("$") || skip("\\z") || skip("\\Z") {
      let endsBranch = depth == 1 && (peek() == nil || peek() == "|")
      guard endsBranch || scalars[position...].allSatisfy({ $0 == ")" }) else {
        throw Failure("an anchor in its middle")
      }
      return true
    }
    return false
  }

  /// Parses an atom; nil for a comment.
  private mutating func atom(isLeading: Bool) throws(Failure) -> PatternNode? {
    guard let scalar = peek() else { return nil }
    switch scalar {
    case "(": return try group(isLeading: isLeading)
    case "[":
      position += 1
      return .set(try bracket())
    case ".":
      position += 1
      return .set(CharacterClasses.dot)
    case "\\":
      position += 1
      return try escape()
    case "*", "+", "?", "{": throw Failure("a repetition of nothing")
    case "\0": throw Failure("a null character")
    default:
      position += 1
      return .set(DoubtfulScalars(scalar))
    }
  }

  private mutating func group(isLeading: Bool) throws(Failure) -> PatternNode? {
    if skip("(?#") {
      while let next = peek(), next != ")" { position += 1 }
      guard skip(")") else { throw Failure("an unterminated group") }
      return nil
    }
    var look: Bool?
    if skip("(?=") {
      look = false
    } else if skip("(?!") {
      look = true
    } else if skip("(?<=") || skip("(?<!") {
      throw Failure("a look-behind")
    } else if skip("(?<") {
      while let next = peek(), next != ">" { position += 1 }
      guard skip(">") else { throw Failure("an unterminated group") }
    } else if skip("(?>") {
      try requireNoNegation("an atomic group")
    } else if !skip("(?:") {
      guard peek(1) != "?" else { throw Failure("a flag") }
      position += 1
    }
    if look == true { negations += 1 }
    let node = try alternation(isLeading: isLeading && look == nil)
    if look == true { negations -= 1 }
    guard skip(")") else { throw Failure("an unterminated group") }
    return look.map { .lookAhead(node, isNegative: $0) } ?? node
  }
}

// MARK: - Repetitions

extension CheckPatternParser {
  private func requireNoNegation(_ reason: String) throws(Failure) {
    if negations > 0 { throw Failure("\(reason) in a negative look-ahead") }
  }

  private mutating func repetition(of atom: PatternNode) throws(Failure) -> PatternNode {
    guard let bounds = try self.bounds() else { return atom }
    if case .lookAhead = atom { throw Failure("a repeated look-ahead") }
    if skip("+") {
      try requireNoNegation("a possessive repetition")
    } else {
      _ = skip("?")
    }
    if let next = peek(), "*+?{".unicodeScalars.contains(next) {
      throw Failure("a repetition of a repetition")
    }
    // PostgreSQL counts to 255. A greater count is translated to any number, which is permissive.
    if max(bounds.least, bounds.greatest ?? 0) > 255 {
      try requireNoNegation("a repetition of more than 255 times")
    }
    let least = min(bounds.least, 255)
    let greatest = bounds.greatest.flatMap { $0 > 255 ? nil : $0 }
    if greatest == 0 { return .sequence([]) }
    return .repetition(atom, least: least, greatest: greatest)
  }

  private mutating func bounds() throws(Failure) -> (least: Int, greatest: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard skip("{") else { return nil }
    guard let least = number() else { throw Failure("a brace that does not begin a repetition") }
    if skip("}") { return (least, least) }
    guard skip(",") else { throw Failure("a brace that does not begin a repetition") }
    if skip("}") { return (least, nil) }
    guard let greatest = number(), skip("}"), greatest >= least else {
      throw Failure("a brace that does not begin a repetition")
    }
    return (least, greatest)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let next = peek(), "0"..."9" ~= next {
      digits.unicodeScalars.append(next)
      position += 1
    }
    return Int(digits)
  }
}
