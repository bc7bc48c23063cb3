/// The handling of white space beside a tag that has no sign of its own.
///
/// It concerns tags only: text beside `{{ … }}` and `{# … #}` always stays as it is. A tag overrides
/// it with `-` (strip all) or `+` (keep all) at either end.
package enum TrimBehaviour: String, Sendable, Hashable, CaseIterable {
  /// A tag alone on its line leaves no trace: spaces and tabs before it go, and after it the rest of
  /// the line if that is blank.
  case smart
  /// Text stays as it is.
  case nothing
  /// All white space on both sides goes.
  case all
}

/// The sign at one end of a tag.
enum TrimSign: Sendable, Hashable {
  /// None: the environment's behaviour holds.
  case unspecified
  /// `-`
  case strip
  /// `+`
  case keep
}

extension TrimBehaviour {
  /// The text before a tag, without what the tag strips.
  func trimmed(before sign: TrimSign, _ text: ArraySlice<UInt8>) -> [UInt8] {
    switch effective(sign) {
    case .nothing: return Array(text)
    case .all: return Array(text.droppingLast { $0.isWhitespace })
    case .smart:
      // Blanks before the end of a line go too when the tag stands at the start of the next one:
      // that is where Stencil's own rule, a `$` without multiline mode, matches first.
      var end = text
      if end.last == .newline { end = end.dropLast() }
      if end.count < text.count, end.last == .carriageReturn { end = end.dropLast() }
      return Array(end.droppingLast { $0.isBlank } + text[end.endIndex...])
    }
  }

  /// The text after a tag, without what the tag strips.
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
