/// A regular expression in the common notation, used by `replace` with mode `regex`.
///
/// Matching backtracks, as templates expect, but with a limit on the number of
/// steps: a pattern such as `(a+)+b` ends in an error instead of running for years.
struct RegularExpression {
  private let program: MatchProgram

  /// The maximum number of steps of one replacement.
  static let stepLimit = 20_000_000

  init(_ pattern: String) throws(RegularExpressionError) {
    var parser = PatternParser(pattern)
    let tree = try parser.parse()
    var compiler = MatchCompiler(groupCount: parser.groupCount)
    try compiler.compile(tree)
    program = compiler.program()
  }

  /// The text with each match replaced, and the number of steps.
  ///
  /// `$1` and `${name}` in the replacement stand for groups, `$0` for the whole match, a backslash
  /// escapes the next character.
  func replacingMatches(
    in text: String,
    with replacement: String,
    longest: Int,
    steps limit: Int = stepLimit
  ) throws -> (text: String, steps: Int) {
    let pieces = try ReplacementPiece.pieces(of: replacement, for: program)
    let scalars = Array(text.unicodeScalars)
    var matcher = Matcher(program, scalars, stepLimit: limit)
    var result = BoundedText(limit: longest)
    var copied = 0
    var start = 0
    while start <= scalars.count, let match = try matcher.firstMatch(from: start) {
      try result.append(Self.text(scalars[copied..<match[0].lowerBound]))
      for piece in pieces {
        switch piece {
        case .text(let text): try result.append(text)
        case .group(let number): try result.append(Self.text(scalars[match[number]]))
        }
      }
      copied = match[0].upperBound
      // The next match must not be the same empty one.
      start = match[0].isEmpty ? copied + 1 : copied
    }
    try result.append(Self.text(scalars[copied...]))
    return (result.text, matcher.steps)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// The reason why a pattern or replacement cannot be used, or matching was aborted.
struct RegularExpressionError: Error {
  var message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// A part of a replacement: literal text or a group.
private enum ReplacementPiece {
  case text(String)
  case group(Int)

  static func pieces(
    of replacement: String,
    for program: MatchProgram
  ) throws(RegularExpressionError) -> [ReplacementPiece] {
    var pieces: [ReplacementPiece] = []
    var literal = ""
    var rest = replacement[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        literal.append(rest.popFirst() ?? "\\")
      case "$":
        guard let group = try group(&rest, program) else {
          literal.append(character)
          continue
        }
        pieces.append(.text(literal))
        literal = ""
        pieces.append(.group(group))
      default:
        literal.append(character)
      }
    }
    return pieces + [.text(literal)]
  }

  /// The group after a dollar sign: the longest number that is that of a group.
  private static func group(
    _ rest: inout Substring,
    _ program: MatchProgram
  ) throws(RegularExpressionError) -> Int? {
    var number: Int?
    while let digit = rest.first?.wholeNumberValue, rest.first?.isASCII == true {
      let longer = (number ?? 0) * 10 + digit
      guard longer < program.groupCount else { break }
      number = longer
      rest.removeFirst()
    }
    guard number != nil || rest.first?.isWholeNumber != true else {
      throw RegularExpressionError(
        "the replacement uses group \(rest.prefix(1)), but the pattern has only "
          + "\(program.groupCount - 1)"
      )
    }
    return number
  }
}
