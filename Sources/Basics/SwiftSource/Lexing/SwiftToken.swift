/// A piece of Swift source that is neither white space nor a comment.
package struct SwiftToken: Sendable, Hashable {
  /// The lexical class of a token.
  package enum Kind: UInt8, Sendable {
    /// A name or a keyword; in backticks too.
    case word
    case number

    /// A string literal, or the part of one up to, between or after interpolations.
    case string
    case regex

    /// A word after a number sign: `#if`, `#keyPath`.
    case directive

    /// A single character of an operator, a bracket or another sign.
    case sign
  }

  package let kind: Kind

  /// Whether the token is the first one of its line.
  package let beginsLine: Bool
  package let start: Int32
  package let end: Int32

  /// The bytes of the token in its file.
  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// A reason why a text is not Swift, at a byte.
package struct SwiftProblem: Sendable, Hashable {
  package let offset: Int
  package let message: String
}
