/// The treatment of white space beside a tag without a sign.
///
/// It applies to tags only: text beside `{{ … }}` and `{# … #}` is always kept. A tag overrides
/// it with `-` (strip all) or `+` (keep all) at either end.
package enum TrimBehaviour: String, Sendable, Hashable, CaseIterable {
  /// The line of a tag that is alone on it is removed: spaces and tabs before the tag, and the rest of
  /// the line after it if that is blank.
  case smart
  /// Text is kept as it is.
  case nothing
  /// All white space on both sides is removed.
  case all
}

/// The sign at one end of a tag.
enum TrimSign: Sendable, Hashable {
  /// None: the environment's setting applies.
  case unspecified
  /// `-`
  case strip
  /// `+`
  case keep
}

extension TrimBehaviour {
  /// The text before a tag, without white space that the tag strips.
  func trimmed(before sign: TrimSign, _ text: ArraySlice<UInt8>) -> [UInt8] {
    switch effective(sign) {
    case .nothing: return Array(text)
    case .all: return Array(text.droppingLast { $0.isWhitespace })
    case .smart:
      // Blanks before the end of a line are removed too when the tag is at the start of the next one:
      // that is where Stencil's own rule, a `$` without multiline mode, matches first.
      var end = text
      if end.last == .newline { end = end.dropLast() }
      if end.count < text.count, end.last == .carriageReturn { end = end.dropLast() }
      return Array(end.droppingLast { $0.isBlank } + text[end.endIndex...])
    }
  }

  /// The text after a tag, without white space that the tag strips.
  func trimmed(after sign: TrimSign, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch effective(sign) {
    case .nothing: return text
    case .all: return text.drop { $0.isWhitespace }
    case .smart:
      var rest = text.drop { $0.isBlank }
      if rest.first == .carriageReturn { rest = rest.dropFirst() }
      return rest.first == .newline ? rest.dropFirst() : text
    }
  }

  private func effective(_ sign: TrimSign) -> TrimBehaviour {
    switch sign {
    case .unspecified: self
    case .strip: .all
    case .keep: .nothing
    }
  }
}
