/// A token of Swift source; white space and comments are none.
package struct SwiftToken: Sendable, Hashable {
  /// A kind of token.
  package enum Kind: UInt8, Sendable {
    /// An identifier or a keyword, with or without backticks.
    case word
    case number

    /// A string literal, or the part of one before, between or after interpolations.
    case string
    case regex

    /// A number sign and a word: `#if`, `#keyPath`.
    case directive

    /// A single character of an operator, a bracket or punctuation.
    case sign
  }

  package let kind: Kind

  /// Whether the token is the first of its line.
  package let beginsLine: Bool
  package let start: Int32
  package let end: Int32

  /// The byte range of the token.
  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// An error in the source, with its offset.
package struct SwiftProblem: Sendable, Hashable {
  package let offset: Int
  package let message: String
}
