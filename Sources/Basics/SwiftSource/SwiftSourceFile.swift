/// The text of a Swift file with its tokens, brackets and conditional compilation blocks.
package struct SwiftSourceFile: Sendable {
  package let bytes: [UInt8]
  package let tokens: [SwiftToken]

  /// The index of the matching bracket of each token; -1 for other tokens.
  private let partners: [Int32]

  /// The index of the innermost open bracket before each token; -1 at top level.
  private let openings: [Int32]

  /// The errors in the source, in source order.
  package let problems: [SwiftProblem]

  /// The clauses of conditional compilation blocks, in source order.
  package let clauses: [ConditionalClause]

  /// The clause of each token; -1 outside of all.
  let clauseOfToken: [Int32]

  /// The tokens that are left out on Linux although no condition in the file says so, in source order.
  private var omitted: [ClosedRange<Int>] = []

  package init(_ bytes: [UInt8]) {
    var lexer = SwiftLexer(bytes)
    if bytes.count < Int32.max {
      lexer.run()
    } else {
      lexer.report("the file is too large", at: 0)
    }
    var problems = lexer.problems
    if let offset = Self.offsetOfInvalidCharacter(bytes) {
      problems.append(SwiftProblem(offset: offset, message: "the text is not valid UTF-8"))
    }
    (partners, openings) = Self.match(lexer.tokens, bytes, &problems)
    var conditions = ConditionReader(tokens: lexer.tokens, bytes: bytes)
    conditions.read()
    problems += conditions.problems
    self.bytes = bytes
    tokens = lexer.tokens
    clauses = conditions.clauses
    clauseOfToken = conditions.clauseOfToken
    self.problems = problems.sorted { $0.offset < $1.offset }
  }

  /// The text of a token.
  package func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? text(tokens[index].range) : ""
  }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The name of a token, without backticks.
  package func name(_ index: Int) -> String {
    let text = text(index)
    return text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// Whether a token has a text.
  package func `is`(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let range = tokens[index].range
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[range]) }
  }

  /// The index of the matching bracket; nil for other tokens.
  package func partner(_ index: Int) -> Int? {
    partners.indices.contains(index) && partners[index] >= 0 ? Int(partners[index]) : nil
  }

  /// The index of the opening bracket of the innermost list or body around a token; nil at top level.
  package func opening(around token: Int) -> Int? {
    openings.indices.contains(token) && openings[token] >= 0 ? Int(openings[token]) : nil
  }

  /// Whether there is no white space between a token and the next.
  package func isJoined(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens.indices.contains(index + 1)
      && tokens[index].end == tokens[index + 1].start
  }

  /// The byte range of tokens.
  package func range(_ tokens: ClosedRange<Int>) -> Range<Int> {
    self.tokens[tokens.lowerBound].range
      .lowerBound..<self.tokens[tokens.upperBound].range.upperBound
  }

  /// The file with tokens that count as inactive on Linux.
  ///
  /// - Parameter tokens: Ranges of tokens, in source order, none of which overlap.
  /// - Returns: The file.
  package func omittingOnLinux(_ tokens: [ClosedRange<Int>]) -> Self {
    var copy = self
    copy.omitted = tokens
    return copy
  }

  private func isOmitted(_ token: Int) -> Bool {
    var (low, high) = (0, omitted.count)
    while low < high {
      let middle = (low + high) / 2
      if omitted[middle].upperBound < token { low = middle + 1 } else { high = middle }
    }
    return low < omitted.count && omitted[low].contains(token)
  }

  /// Whether a token is in a clause that is never compiled on Linux, or left out there.
  package func isInactiveOnLinux(_ token: Int) -> Bool {
    if !omitted.isEmpty, isOmitted(token) { return true }
    guard clauseOfToken.indices.contains(token), clauseOfToken[token] >= 0 else { return false }
    return clauses[Int(clauseOfToken[token])].isInactiveOnLinux
  }

  /// The enclosing clauses of a token, the innermost first.
  package func clauses(around token: Int) -> [Int] {
    guard clauseOfToken.indices.contains(token) else { return [] }
    var result: [Int] = []
    var next = Int(clauseOfToken[token])
    while next >= 0 {
      result.append(next)
      next = clauses[next].parent
    }
    return result
  }

  private static func match(
    _ tokens: [SwiftToken],
    _ bytes: [UInt8],
    _ problems: inout [SwiftProblem]
  ) -> (partners: [Int32], openings: [Int32]) {
    var partners = Array(repeating: Int32(-1), count: tokens.count)
    var openings = partners
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      openings[index] = open.last.map { Int32($0) } ?? -1
      guard token.kind == .sign else { continue }
      let sign = bytes[token.range.lowerBound]
      switch sign {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        // The sum of a parenthesis with its partner is odd, those of the other brackets differ by two.
        guard let last = open.popLast(),
          sign &- bytes[tokens[last].range.lowerBound] == (sign == UInt8(ascii: ")") ? 1 : 2)
        else {
          let text = Character(Unicode.Scalar(sign))
          problems.append(
            SwiftProblem(offset: token.range.lowerBound, message: "unexpected '\(text)'")
          )
          return (partners, openings)
        }
        partners[last] = Int32(index)
        partners[index] = Int32(last)
      default: break
      }
    }
    if let last = open.last {
      let offset = tokens[last].range.lowerBound
      let text = Character(Unicode.Scalar(bytes[offset]))
      problems.append(SwiftProblem(offset: offset, message: "'\(text)' is not closed"))
    }
    return (partners, openings)
  }

  /// The offset of the first byte that is not valid UTF-8.
  private static func offsetOfInvalidCharacter(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return min(offset, max(bytes.count - 1, 0))
  }
}
