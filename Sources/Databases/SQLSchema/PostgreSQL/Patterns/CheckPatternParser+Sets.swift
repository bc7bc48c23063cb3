extension CheckPatternParser {
  /// Parses the character after a backslash outside of brackets.
  mutating func escape() throws(Failure) -> PatternNode {
    if peek() == "Q" {
      position += 1
      return try quotation()
    }
    return .set(try escapedSet())
  }

  /// Parses `\Q…\E`: literal characters.
  private mutating func quotation() throws(Failure) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = peek() {
      if skip("\\E") { break }
      guard next != "\0" else { throw Failure("a null character") }
      nodes.append(.set(DoubtfulScalars(next)))
      position += 1
    }
    // A quantifier after it would apply to the last character alone.
    if let next = peek(), "*+?{".unicodeScalars.contains(next) {
      throw Failure("a repetition of a quotation")
    }
    return .sequence(nodes)
  }

  /// Parses a class or a character after a backslash, which has been read.
  mutating func escapedSet() throws(Failure) -> DoubtfulScalars {
    guard let scalar = peek() else { throw Failure("a backslash at its end") }
    position += 1
    switch scalar {
    case "d": return CharacterClasses.digits
    case "D": return CharacterClasses.digits.complement
    case "w": return CharacterClasses.words
    case "W": return CharacterClasses.words.complement
    case "s": return CharacterClasses.spaces
    case "S": return CharacterClasses.spaces.complement
    case "p", "P": return try property(isNegated: scalar == "P")
    case "t": return DoubtfulScalars("\t")
    case "n": return DoubtfulScalars("\n")
    case "r": return DoubtfulScalars("\r")
    case "f": return DoubtfulScalars("\u{C}")
    case "a": return DoubtfulScalars("\u{7}")
    case "e": return DoubtfulScalars("\u{1B}")
    case "x":
      if skip("{") {
        let scalar = try hexadecimal(digits: 1...6)
        guard skip("}") else { throw Failure("an unknown escape") }
        return DoubtfulScalars(scalar)
      }
      return DoubtfulScalars(try hexadecimal(digits: 1...2))
    case "u": return DoubtfulScalars(try hexadecimal(digits: 4...4))
    case "U": return DoubtfulScalars(try hexadecimal(digits: 8...8))
    case "b", "B": throw Failure("a word boundary")
    case "1"..."9", "k": throw Failure("a reference to a group")
    default:
      guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.value > 0x20, scalar != "0"
      else { throw Failure("an unknown escape") }
      return DoubtfulScalars(scalar)
    }
  }

  private mutating func property(isNegated: Bool) throws(Failure) -> DoubtfulScalars {
    guard skip("{") else { throw Failure("an unknown class of characters") }
    var isNegated = isNegated
    if skip("^") { isNegated.toggle() }
    var name = ""
    while let next = peek(), next != "}" {
      name.unicodeScalars.append(next)
      position += 1
    }
    guard skip("}"), let set = CharacterClasses.property(name) else {
      throw Failure("an unknown class of characters")
    }
    return isNegated ? set.complement : set
  }

  private mutating func hexadecimal(digits: ClosedRange<Int>) throws(Failure) -> Unicode.Scalar {
    var value: UInt32 = 0
    var count = 0
    while count < digits.upperBound, let next = peek(), let digit = Character(next).hexDigitValue {
      value = value << 4 | UInt32(digit)
      count += 1
      position += 1
    }
    guard count >= digits.lowerBound, value > 0, let scalar = Unicode.Scalar(value) else {
      throw Failure("an unknown escape")
    }
    return scalar
  }
}

// MARK: - Brackets

extension CheckPatternParser {
  /// Parses a set in brackets after its first character.
  mutating func bracket() throws(Failure) -> DoubtfulScalars {
    let isNegated = skip("^")
    if peek() == "]" { throw Failure("an empty set") }
    var result = DoubtfulScalars(ScalarRanges([]))
    while let next = peek() {
      if skip("]") { return isNegated ? result.complement : result }
      if next == "&", peek(1) == "&" { throw Failure("an intersection of sets") }
      if next == "-", peek(1) == "-" { throw Failure("a difference of sets") }
      if next == "[" { throw Failure("a set inside a set") }
      result = result.union(try member())
    }
    throw Failure("an unterminated set")
  }

  /// Parses a class, a character, or a range of characters.
  private mutating func member() throws(Failure) -> DoubtfulScalars {
    let set = try single()
    guard peek() == "-", let end = peek(1), end != "]", end != "[", end != "-",
      let first = set.onlyScalar
    else { return set }
    position += 1
    guard let last = try single().onlyScalar, last.value >= first.value else {
      throw Failure("a reversed range")
    }
    return DoubtfulScalars(ScalarRanges([first.value...last.value]))
  }

  private mutating func single() throws(Failure) -> DoubtfulScalars {
    if skip("\\") { return try escapedSet() }
    guard let scalar = peek(), scalar != "\0" else { throw Failure("a null character") }
    position += 1
    return DoubtfulScalars(scalar)
  }
}

extension DoubtfulScalars {
  /// The character, if the set is certain to contain only that one.
  fileprivate var onlyScalar: Unicode.Scalar? {
    guard certain == possible, certain.ranges.count == 1, let range = certain.ranges.first,
      range.count == 1
    else { return nil }
    return Unicode.Scalar(range.lowerBound)
  }
}
