/// A piece of a template: text, output, tag or comment.
enum Chunk: Sendable {
  /// Literal text, and its position.
  case text(ArraySlice<UInt8>, SourceSpan)
  /// `{{ … }}`
  case output(Markup)
  /// `{% … %}`
  case tag(Markup, before: TrimSign, after: TrimSign)
  /// `{# … #}`: no output, but it separates the text beside it from a tag.
  case comment
}

/// The contents between two delimiters.
struct Markup: Sendable {
  var words: [Word]

  /// The position of the opening delimiter.
  var start: SourceSpan

  /// The position of the closing delimiter.
  var end: SourceSpan

  /// Whether words are missing, which has been reported.
  var isBroken = false
}

/// A token between two delimiters.
struct Word: Sendable {
  enum Kind: Sendable, Hashable {
    /// A name, a dotted path or a number.
    case name
    /// A literal, without its quotes.
    case string
    /// `==`, `<=` and so on, or one of `| : , ( ) [ ] ...`.
    case sign
  }

  var kind: Kind
  var text: String
  var spot: SourceSpan

  /// Whether the word directly follows the one before.
  var isGlued: Bool
}
