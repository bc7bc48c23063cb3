/// A tag of the language: its name, its inner and closing tags, and its parser.
struct TagDefinition: Sendable {
  let name: String

  /// Tags between this one and its end, such as `else`.
  var inner: [String] = []

  /// The tag that ends it, if it has a body.
  var end: String?

  let parse: @Sendable (inout TagHeader, inout TemplateParser) throws(ParseFault) -> TemplateNode

  /// All tags: those of the language, then the additions for Swift code.
  static let all: [TagDefinition] = [
    .for, .break, .continue, .if, .ifnot, .now, .include, .extends, .block, .filter,
    .set, .macro, .call, .map, .import,
  ]

  static let byName = [String: TagDefinition](uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of all inner and closing tags.
  static let closingNames = Set(all.flatMap { $0.inner + ($0.end.map { [$0] } ?? []) })
}

/// The words of one tag.
struct TagHeader {
  let name: String

  /// The label before the name, or after it: `outer: for` and `for outer:`.
  var label: String?

  /// The words after the name.
  var reader: WordReader

  let spot: SourceSpan

  /// Whether words are missing, which has been reported.
  var isBroken = false
}
