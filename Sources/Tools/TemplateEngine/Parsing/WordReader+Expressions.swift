internal import Diagnostics

// The grammar of expressions, loosest binding first:
//
//     conditional  operators [ if operators [ else conditional ] ]
//     operators    operand { infix operand }, where infix is in < or < and < (not) < comparison
//     operand      not operand | ( operators ) | range
//     range        filtered [ ... filtered ]
//     filtered     primary { | name [ : primary { , primary } ] }
//     primary      literal { . key } | path
//     path         name { . key | [ filtered ] }
//
// `in` binds loosest, `a in b or c` being `a in (b or c)`: so the language is defined.

extension WordReader {
  /// The maximum nesting of expressions, which protects the stack.
  private static let deepest = 64

  /// Parses a whole expression, with `if … else …`.
  mutating func expression() throws(ParseFault) -> any TemplateExpression {
    let value = try operators()
    guard take(keyword: "if") else { return value }
    let condition = try operators()
    guard take(keyword: "else") else {
      return Conditional(value, if: condition, else: nil)
    }
    let otherwise = try nested { (reader) throws(ParseFault) in try reader.expression() }
    return Conditional(value, if: condition, else: otherwise)
  }

  /// Parses an expression with operators, as in conditions.
  mutating func operators() throws(ParseFault) -> any TemplateExpression {
    try operators(bindingAtLeast: .membership)
  }

  private mutating func operators(
    bindingAtLeast weakest: InfixPrecedence
  ) throws(ParseFault) -> any TemplateExpression {
    var left = try operand()
    var pairs = 0
    while let infix = nextInfix(), infix.precedence >= weakest {
      let spot = spot
      var operands = [left]
      repeat {
        _ = next()
        let tighter = infix.precedence.tighter
        operands.append(
          try nested { (reader) throws(ParseFault) in
            try reader.operators(bindingAtLeast: tighter)
          }
        )
      } while infix.isFlat && nextInfix()?.precedence == infix.precedence
      pairs += 1
      guard pairs <= Self.deepest else { throw tooDeep(at: spot) }
      left = infix.combine(operands)
    }
    return left
  }

  private mutating func operand() throws(ParseFault) -> any TemplateExpression {
    if take(keyword: "not") {
      return Negation(
        try nested { (reader) throws(ParseFault) in
          try reader.operators(bindingAtLeast: .comparison)
        }
      )
    }
    if take(sign: "(") {
      let inner = try nested { (reader) throws(ParseFault) in try reader.operators() }
      try expect(sign: ")", "to close the parenthesis")
      return inner
    }
    return try range()
  }

  /// Parses a value without operators, as in arguments of tags: a literal, a path or a range, with filters.
  mutating func range() throws(ParseFault) -> any TemplateExpression {
    let lower = try filtered()
    let spot = spot
    guard take(sign: "...") else { return lower }
    return IntegerRange(lower, try filtered(), at: spot)
  }

  mutating func filtered() throws(ParseFault) -> any TemplateExpression {
    var value = try primary()
    var count = 0
    while take(sign: "|") {
      count += 1
      guard count <= Self.deepest else { throw tooDeep(at: spot) }
      let filter = try filterUse()
      if filter.givesDefault, let variable = value as? Variable { value = variable.optional }
      value = Filtered(value, by: filter)
    }
    return value
  }

  /// Parses `name:argument,argument`.
  mutating func filterUse() throws(ParseFault) -> FilterUse {
    guard let word = peek(), word.kind == .name else { throw unexpected("the name of a filter") }
    _ = next()
    var arguments: [any TemplateExpression] = []
    if take(sign: ":") {
      repeat { arguments.append(try primary()) } while take(sign: ",")
    }
    if word.text == "filter" {
      guard arguments.count == 1 else {
        throw ParseFault("filter 'filter' needs the name of a filter", at: word.spot)
      }
      return FilterUse(target: .dynamic, arguments: arguments, spot: word.spot)
    }
    guard let filter = filters[word.text] else {
      throw ParseFault(
        rule: .unknownFilter,
        "there is no filter '\(word.text)'",
        at: word.spot,
        hint: Suggestion.didYouMean(word.text, among: filters.names)
      )
    }
    return FilterUse(target: .fixed(filter), arguments: arguments, spot: word.spot)
  }

  private mutating func primary() throws(ParseFault) -> any TemplateExpression {
    guard let word = peek() else { throw unexpected("a value") }
    switch word.kind {
    case .string:
      _ = next()
      let steps = try keysAfterGluedDot()
      let text = Literal(.string(word.text))
      return steps.isEmpty ? text : LiteralPart(of: text.value, steps)
    case .sign:
      throw unexpected("a value")
    case .name:
      _ = next()
      if let literal = scalar(word) { return literal }
      return try path(startingWith: word)
    }
  }

  /// The literal that a word represents, if any.
  private func scalar(_ word: Word) -> Literal? {
    switch word.text {
    case "true": return Literal(true)
    case "false": return Literal(false)
    default: break
    }
    guard let first = word.text.utf8.first,
      first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        || first == UInt8(ascii: ".")
    else { return nil }
    if let number = Int(word.text) { return Literal(.int(number)) }
    return Double(word.text).map { Literal(.double($0)) }
  }

  private mutating func path(startingWith word: Word) throws(ParseFault) -> Variable {
    let keys = word.text.split(separator: ".", omittingEmptySubsequences: false)
    guard let head = keys.first, !keys.contains(""), keys.count <= Self.deepest else {
      throw ParseFault("'\(word.text)' is not a path of names", at: word.spot)
    }
    var steps: [PathStep] = keys.dropFirst().map {
      .key(symbols.symbol($0), index: Int($0))
    }
    while let bracket = peek(), bracket.isGlued, take(sign: "[") {
      guard steps.count <= Self.deepest else { throw tooDeep(at: spot) }
      let key = try nested { (reader) throws(ParseFault) in try reader.filtered() }
      try expect(sign: "]", "to close the subscript")
      steps.append(.subscripted(key, bracket.spot))
      steps += try keysAfterGluedDot()
    }
    return Variable(head: symbols.symbol(head), steps: steps, at: word.spot)
  }

  /// Parses `.key.key` directly after a literal or a subscript, if present.
  private mutating func keysAfterGluedDot() throws(ParseFault) -> [PathStep] {
    guard let rest = peek(), rest.kind == .name, rest.isGlued else { return [] }
    let keys = rest.text.split(separator: ".", omittingEmptySubsequences: false)
    guard keys.first == "", keys.count > 1, !keys.dropFirst().contains("") else {
      throw unexpected("'.' and a key")
    }
    _ = next()
    return keys.dropFirst().map {
      .key(symbols.symbol($0), index: Int($0))
    }
  }

  private mutating func nested(
    _ read: (inout WordReader) throws(ParseFault) -> any TemplateExpression
  ) throws(ParseFault) -> any TemplateExpression {
    guard depth < Self.deepest else { throw tooDeep(at: spot) }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private func tooDeep(at spot: SourceSpan) -> ParseFault {
    ParseFault(rule: .limit, "the expression is nested too deeply", at: spot)
  }
}
