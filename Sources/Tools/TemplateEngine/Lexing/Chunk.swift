/// A template is a row of these.
enum Chunk: Sendable {
  /// Literal text, and where it begins.
  case text(ArraySlice<UInt8>, SourceSpan)
  /// `{{ … }}`
  case output(Markup)
  /// `{% … %}`
  case tag(Markup, before: TrimSign, after: TrimSign)
  /// `{# … #}`: no output, but it parts the text beside it from a tag.
  case comment
}

/// The contents between two delimiters.
struct Markup: Sendable {
  var words: [Word]

  /// The position of the opening delimiter.
  var start: SourceSpan

  /// The position of the closing delimiter.
  var end: SourceSpan

  /// Whether the words are not all there, which was reported.
  var isBroken = false
}

/// The smallest part of what stands between two delimiters.
struct Word: Sendable {
  enum Kind: Sendable, Hashable {
    /// A name, a dotted path or a number.
    case name
    /// A literal, without its quotes.
    case string
    /// `==`, `<=` and the like, or one of `| : , ( ) [ ] ...`.
    case sign
  }

  var kind: Kind
  var text: String
  var spot: SourceSpan

  /// Whether nothing stands between this word and the one before.
  var isGlued: Bool
}
