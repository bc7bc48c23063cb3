extension Parser {
  /// Reads an expression, or a predicate, without its attachments.
  mutating func primary() throws(PredicateSyntaxError) -> Node {
    let start = token.start
    switch token.kind {
    case .number(let constant):
      try advance()
      return Node(.constant(constant), start: start, height: 1)
    case .string(let text):
      try advance()
      return Node(.constant(.string(text)), start: start, height: 1)
    case .argument(let conversion):
      return try argumentExpression(conversion, start: start)
    case .collectionOperator(let name):
      return try path(.collectionOperator(name))
    case .escapedWord(let key):
      return try path(.key(key))
    case .selector(let selector):
      try advance()
      return try call(selector, start: start)
    case .word(let word, let keyword):
      return try self.word(word, keyword)
    case .symbol(.openBrace):
      return try aggregate()
    case .variable, .symbol, .end:
      throw expectedOperand()
    }
  }

  private mutating func word(
    _ word: String,
    _ keyword: Keyword?
  ) throws(PredicateSyntaxError) -> Node {
    let start = token.start
    if let keyword {
      if let node = try literal(keyword) { return node }
      if InfixOperator(token) != nil, !isSetOperator(keyword) { throw expectedOperand() }
    }
    try advance()
    guard token.kind == .symbol(.openParenthesis) else {
      return Node(
        .path(PropertyPath([.key(word)], position: TextPosition(utf8Offset: start))),
        start: start,
        height: 1
      )
    }
    return switch keyword {
    case .subquery: try subquery(start: start)
    case .function: try functionCall(start: start)
    case .cast: try cast(start: start)
    case .ternary: try ternary(start: start)
    case .fetch: try fetch(start: start)
    default: try call(word, start: start)
    }
  }

  private func isSetOperator(_ keyword: Keyword) -> Bool {
    keyword == .union || keyword == .intersect || keyword == .minus
  }

  /// Reads a keyword that is a whole operand by itself.
  private mutating func literal(_ keyword: Keyword) throws(PredicateSyntaxError) -> Node? {
    let start = token.start
    let node: Node
    switch keyword {
    case .null, .nil: node = Node(.constant(.null), start: start, height: 1)
    case .true, .yes: node = Node(.constant(.boolean(true)), start: start, height: 1)
    case .false, .no: node = Node(.constant(.boolean(false)), start: start, height: 1)
    case .selfWord: node = Node(.evaluatedObject, start: start, height: 1)
    case .anyKey: node = Node(.anyKey, start: start, height: 1)
    case .truePredicate: node = Node(Predicate.constant(true), start: start, height: 1)
    case .falsePredicate: node = Node(Predicate.constant(false), start: start, height: 1)
    default: return nil
    }
    try advance()
    return node
  }

  /// Reads the token as the first component of a path.
  private mutating func path(
    _ component: PropertyPath.Component
  ) throws(PredicateSyntaxError) -> Node {
    let start = token.start
    try advance()
    let path = PropertyPath([component], position: TextPosition(utf8Offset: start))
    return Node(.path(path), start: start, height: 1)
  }

  private mutating func argumentExpression(
    _ conversion: FormatArgument.Conversion,
    start: Int
  ) throws(PredicateSyntaxError) -> Node {
    let argument = try argument(conversion)
    if conversion == .keyPath { return try path(.argument(argument)) }
    try advance()
    return Node(.argument(argument), start: start, height: 1)
  }

  private mutating func aggregate() throws(PredicateSyntaxError) -> Node {
    let start = token.start
    try advance()
    var elements: [Expression] = []
    var height = 0
    if try take(.closeBrace) { return Node(.aggregate([]), start: start, height: 1) }
    repeat {
      let element = try node()
      elements.append(try expression(element))
      height = max(height, element.height)
      if token.kind != .symbol(.comma), token.kind != .symbol(.closeBrace) {
        throw unclosed("{", at: start, after: element)
      }
    } while try take(.comma)
    try expect(.closeBrace, "after the list")
    return Node(.aggregate(elements), start: start, height: height + 1)
  }
}
