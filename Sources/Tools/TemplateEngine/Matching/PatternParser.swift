/// Parses regular expressions.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private var ignoresCase = false
  private var dotMatchesLineBreaks = false
  private var anchorsMatchLines = false

  /// The number of groups, the whole match included.
  private(set) var groupCount = 1
  private var groupNames: [String: Int] = [:]

  private static let deepest = 50
  private static let mostRepetitions = 1000

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  mutating func parse() throws(RegularExpressionError) -> PatternTree {
    let tree = try choice()
    guard position == scalars.count else { throw error("unexpected ')'") }
    return tree
  }

  private mutating func choice() throws(RegularExpressionError) -> PatternTree {
    guard depth < Self.deepest else { throw error("the groups are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(RegularExpressionError) -> PatternTree {
    var parts: [PatternTree] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      parts.append(try quantified(try atom()))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified(
    _ atom: PatternTree
  ) throws(RegularExpressionError) -> PatternTree {
    guard let (least, most) = try quantifier() else { return atom }
    let eagerness: PatternTree.Eagerness = take("?") ? .lazy : take("+") ? .possessive : .greedy
    return .repetition(atom, from: least, upTo: most, eagerness)
  }

  private mutating func quantifier() throws(RegularExpressionError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard peek == "{" else { return nil }
    position += 1
    guard let least = number() else { throw error("expected a number after '{'") }
    var most: Int? = least
    if take(",") { most = peek == "}" ? nil : number() }
    guard take("}") else { throw error("expected '}' after the number of repetitions") }
    guard max(least, most ?? 0) <= Self.mostRepetitions, least <= most ?? least else {
      throw error("repetitions must ascend and be at most \(Self.mostRepetitions)")
    }
    return (least, most)
  }
}

// MARK: Atoms

extension PatternParser {
  private mutating func atom() throws(RegularExpressionError) -> PatternTree {
    guard let scalar = next() else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try characterClass())
    case ".":
      return .set(
        dotMatchesLineBreaks
          ? ScalarSet([], isNegated: true)
          : ScalarSet(
            [.range(0x0A...0x0D), .one("\u{85}"), .range(0x2028...0x2029)],
            isNegated: true
          )
      )
    case "^": return .position(anchorsMatchLines ? .lineStart : .textStart)
    case "$": return .position(anchorsMatchLines ? .lineEnd : .lastLineEnd)
    case "\\": return try escape()
    case "*", "+", "?", "{": throw error("there is nothing to repeat before '\(scalar)'")
    default: return .set(set([.one(scalar)]))
    }
  }

  private func set(_ members: [ScalarSet.Member], isNegated: Bool = false) -> ScalarSet {
    var set = ScalarSet(members, isNegated: isNegated)
    set.ignoresCase = ignoresCase
    return set
  }

  private mutating func escape() throws(RegularExpressionError) -> PatternTree {
    guard let scalar = peek else { throw error("the pattern ends with a backslash") }
    switch scalar {
    case "b": return position(.wordBoundary)
    case "B": return position(.noWordBoundary)
    case "A": return position(.textStart)
    case "z": return position(.textEnd)
    case "Z": return position(.lastLineEnd)
    case "1"..."9":
      guard let group = number(), group < groupCount else {
        throw error("there is no such group before it")
      }
      return .reference(group, ignoringCase: ignoresCase)
    case "k":
      position += 1
      guard take("<"), let name = name(until: ">"), let group = groupNames[name] else {
        throw error("expected the name of a group")
      }
      return .reference(group, ignoringCase: ignoresCase)
    case "Q":
      position += 1
      return quotation()
    default:
      return .set(set([try escapedMember()]))
    }
  }

  private mutating func position(_ position: PatternTree.Position) -> PatternTree {
    self.position += 1
    return .position(position)
  }

  /// Parses the literal text between `\Q` and `\E`.
  private mutating func quotation() -> PatternTree {
    var parts: [PatternTree] = []
    while let scalar = next() {
      if scalar == "\\", take("E") { break }
      parts.append(.set(set([.one(scalar)])))
    }
    return .sequence(parts)
  }

  /// The characters that an escape means, inside or outside a class.
  private mutating func escapedMember() throws(RegularExpressionError) -> ScalarSet.Member {
    guard let scalar = next() else { throw error("the pattern ends with a backslash") }
    switch scalar {
    case "d": return .digit
    case "D": return .set(ScalarSet([.digit], isNegated: true))
    case "w": return .word
    case "W": return .set(ScalarSet([.word], isNegated: true))
    case "s": return .space
    case "S": return .set(ScalarSet([.space], isNegated: true))
    case "h": return .set(ScalarSet([.one("\t"), .category { $0 == .spaceSeparator }]))
    case "R": return .range(0x0A...0x0D)
    case "n": return .one("\n")
    case "r": return .one("\r")
    case "t": return .one("\t")
    case "f": return .one("\u{0C}")
    case "e": return .one("\u{1B}")
    case "a": return .one("\u{07}")
    case "x": return .one(try hexadecimal(digits: 2))
    case "u": return .one(try hexadecimal(digits: 4))
    case "p", "P":
      guard take("{"), let name = name(until: "}"), let member = ScalarSet.named(name) else {
        throw error("expected a property such as '{L}' or '{Lu}'")
      }
      return scalar == "p" ? member : .set(ScalarSet([member], isNegated: true))
    default:
      guard !scalar.properties.isAlphabetic, !scalar.isWord || scalar == "_" else {
        throw error("'\\\(scalar)' is not supported")
      }
      return .one(scalar)
    }
  }

  private mutating func hexadecimal(
    digits count: Int
  ) throws(RegularExpressionError) -> Unicode.Scalar {
    var digits = ""
    if take("{") {
      digits = name(until: "}") ?? ""
    } else {
      while digits.count < count, let digit = peek, digit.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(digit)
        position += 1
      }
    }
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw error("expected the hexadecimal number of a character")
    }
    return scalar
  }
}

// MARK: Groups and classes

extension PatternParser {
  private mutating func group() throws(RegularExpressionError) -> PatternTree {
    // Options set within a group apply until its end.
    let options = (ignoresCase, dotMatchesLineBreaks, anchorsMatchLines)
    let tree = try openedGroup()
    guard take(")") else { throw error("a group is not closed") }
    if case .empty = tree { return tree }
    (ignoresCase, dotMatchesLineBreaks, anchorsMatchLines) = options
    return tree
  }

  private mutating func openedGroup() throws(RegularExpressionError) -> PatternTree {
    guard take("?") else { return try numberedGroup(named: nil) }
    switch next() {
    case ":": return .sequence([try choice()])
    case ">": return .atomic(try choice())
    case "=": return .lookahead(try choice(), isNegated: false)
    case "!": return .lookahead(try choice(), isNegated: true)
    case "<":
      if take("=") { return try lookbehind(isNegated: false) }
      if take("!") { return try lookbehind(isNegated: true) }
      guard let name = name(until: ">"), !name.isEmpty else {
        throw error("expected the name of a group")
      }
      return try numberedGroup(named: name)
    default:
      position -= 1
      return try options()
    }
  }

  private mutating func numberedGroup(
    named name: String?
  ) throws(RegularExpressionError) -> PatternTree {
    let number = groupCount
    groupCount += 1
    if let name { groupNames[name] = number }
    return .group(number, try choice())
  }

  private mutating func lookbehind(isNegated: Bool) throws(RegularExpressionError) -> PatternTree {
    let tree = try choice()
    guard let width = tree.fixedWidth else {
      throw error("a lookbehind must have a fixed length")
    }
    return .lookbehind(tree, width: width, isNegated: isNegated)
  }

  /// `(?i)` up to the end of the group, or `(?i: … )`.
  private mutating func options() throws(RegularExpressionError) -> PatternTree {
    var value = true
    while let letter = peek, letter != ")", letter != ":" {
      position += 1
      switch letter {
      case "-": value = false
      case "i": ignoresCase = value
      case "s": dotMatchesLineBreaks = value
      case "m": anchorsMatchLines = value
      default: throw error("'(?\(letter)' is not supported")
      }
    }
    // The empty tree tells `group()` that the options remain in effect after the parentheses.
    return take(":") ? .sequence([try choice()]) : .empty
  }

  private mutating func characterClass() throws(RegularExpressionError) -> ScalarSet {
    guard depth < Self.deepest else { throw error("the classes are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    let isNegated = take("^")
    var members: [ScalarSet.Member] = []
    var isFirst = true
    var isClosed = false
    while let scalar = next() {
      // At the beginning of a class, a closing bracket is literal.
      isClosed = scalar == "]" && !isFirst
      if isClosed { break }
      isFirst = false
      let member: ScalarSet.Member
      switch scalar {
      case "[" where peek == ":":
        position += 1
        guard let name = name(until: ":"), take("]"), let named = ScalarSet.named(name) else {
          throw error("expected the name of a class such as '[:alpha:]'")
        }
        member = named
      case "[": member = .set(try characterClass())
      case "\\": member = try escapedMember()
      case "&" where peek == "&": throw error("'&&' is not supported")
      default: member = .one(scalar)
      }
      members.append(try range(from: member))
    }
    guard isClosed else { throw error("a class is not closed") }
    return set(members, isNegated: isNegated)
  }

  /// A member of a class, or the range that begins with it.
  private mutating func range(
    from member: ScalarSet.Member
  ) throws(RegularExpressionError) -> ScalarSet.Member {
    guard case .one(let lower) = member, peek == "-", position + 1 < scalars.count,
      scalars[position + 1] != "]"
    else { return member }
    position += 1
    let end = take("\\") ? try escapedMember() : next().map(ScalarSet.Member.one)
    guard case .one(let upper)? = end, lower.value <= upper.value else {
      throw error("a range must ascend from one character to another")
    }
    return .range(lower.value...upper.value)
  }
}

// MARK: Characters

extension PatternParser {
  private var peek: Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func next() -> Unicode.Scalar? {
    guard position < scalars.count else { return nil }
    position += 1
    return scalars[position - 1]
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let digit = peek, digit.isASCII, let value = digit.properties.numericValue {
      number = min((number ?? 0) * 10 + Int(value), 1_000_000)
      position += 1
    }
    return number
  }

  private mutating func name(until end: Unicode.Scalar) -> String? {
    var name = String.UnicodeScalarView()
    while let scalar = next() {
      if scalar == end { return String(name) }
      name.append(scalar)
    }
    return nil
  }

  private func error(_ message: String) -> RegularExpressionError {
    let pattern = scalars.prefix(80).map(String.init).joined()
    return RegularExpressionError(
      "the regular expression '\(pattern)' is not valid at \(position + 1): \(message)"
    )
  }
}
