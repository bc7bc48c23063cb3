/// Builds the tree of a text by recursive descent, with one token of lookahead.
///
/// Predicates and expressions may both be in parentheses, and only the following token shows which it was. So one
/// routine reads either, and each operator checks its operands: nothing is ever read twice.
struct Parser {
  private var lexer: Lexer
  private let allowsArguments: Bool
  private let maximumDepth: Int
  private var argumentCount = 0
  private var depth = 0

  /// The next token.
  private(set) var token: Token

  /// The end of the last token that was read.
  private(set) var endOfLastToken = 0

  init(
    _ text: String,
    allowsArguments: Bool,
    maximumDepth: Int
  ) throws(PredicateSyntaxError) {
    lexer = Lexer(text)
    self.allowsArguments = allowsArguments
    self.maximumDepth = maximumDepth
    token = try lexer.next()
  }

  // MARK: Whole texts

  mutating func wholePredicate() throws(PredicateSyntaxError) -> Predicate {
    guard token.kind != .end else {
      throw PredicateSyntaxError(
        "the predicate is empty",
        at: token.start,
        hint: "write TRUEPREDICATE for one that always holds"
      )
    }
    let node = try node()
    guard token.kind == .end else { throw unexpectedToken(after: node) }
    return try predicate(node)
  }

  mutating func wholeExpression() throws(PredicateSyntaxError) -> Expression {
    guard token.kind != .end else {
      throw PredicateSyntaxError("the expression is empty", at: token.start)
    }
    let node = try node()
    guard token.kind == .end else {
      throw unexpectedToken(after: node, wanted: "an operator or the end")
    }
    return try expression(node)
  }

  // MARK: Tokens

  /// Consumes the token and reads the next one.
  mutating func advance() throws(PredicateSyntaxError) {
    endOfLastToken = token.end
    token = try lexer.next()
  }

  /// Consumes a symbol if it is next.
  mutating func take(_ symbol: Symbol) throws(PredicateSyntaxError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Consumes a symbol that must be next.
  mutating func expect(
    _ symbol: Symbol,
    _ purpose: String
  ) throws(PredicateSyntaxError) {
    guard try take(symbol) else {
      throw PredicateSyntaxError(
        "expected '\(symbol.rawValue)' \(purpose), found \(shown(token))",
        at: token.start
      )
    }
  }

  /// Whether something is attached to the token, which is a number: `5[0]`, `5.name`.
  var attachmentFollowsToken: Bool {
    var lookahead = lexer
    lookahead.skipWhiteSpace()
    return lookahead.peek() == UInt8(ascii: ".") || lookahead.peek() == UInt8(ascii: "[")
  }

  /// Numbers an argument that has just been read.
  mutating func argument(
    _ conversion: FormatArgument.Conversion
  ) throws(PredicateSyntaxError) -> FormatArgument {
    guard allowsArguments else {
      throw PredicateSyntaxError(
        "there is no argument for it here",
        at: token.start,
        hint: "use a variable, such as $name, or quote the text"
      )
    }
    defer { argumentCount += 1 }
    return FormatArgument(index: argumentCount, conversion)
  }

  /// The name of a token in a message.
  func shown(_ token: Token) -> String {
    guard token.kind != .end else { return "the end" }
    let longest = 24
    let bytes = lexer.bytes[token.start..<min(token.end, token.start + longest)]
    let isCut = token.end - token.start > longest
    return "'" + String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : "") + "'"
  }

  // MARK: Depth

  /// Increments the depth, or throws if it is too large.
  mutating func enter() throws(PredicateSyntaxError) {
    guard depth < maximumDepth else { throw tooDeep(at: token.start) }
    depth += 1
  }

  mutating func leave() {
    depth -= 1
  }

  /// Checks the height of a tree that a loop has built, where recursion has not counted the levels.
  func checkHeight(_ height: Int, at offset: Int) throws(PredicateSyntaxError) {
    if height > maximumDepth { throw tooDeep(at: offset) }
  }

  private func tooDeep(at offset: Int) -> PredicateSyntaxError {
    PredicateSyntaxError(
      "the predicate is nested more than \(maximumDepth) levels deep",
      at: offset,
      hint: "join long chains with AND, OR or IN { … } rather than nesting them"
    )
  }
}
