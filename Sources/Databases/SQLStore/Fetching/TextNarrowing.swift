import PredicateFormat
import SQLDriver

/// The relation of the rows that a translated condition finds to those that match the predicate.
enum Exactness: Sendable {
  /// Exactly the matching rows.
  case exact

  /// All matching rows, and perhaps others.
  case superset

  /// Some matching rows, and no others.
  case subset

  /// The exactness inside of a negation.
  var negated: Self {
    switch self {
    case .exact: .exact
    case .superset: .subset
    case .subset: .superset
    }
  }
}

/// Comparisons of texts without case or diacritics, in a database that cannot fold texts as Foundation does.
///
/// ASCII texts are folded alike everywhere. For every other text the condition holds, or does not hold inside of a
/// negation; the rows that are found are then filtered in memory.
struct TextNarrowing {
  private let relation: Comparison.Relation
  private let ignoresCase: Bool
  private let exactness: Exactness
  private let typing: OperandTyping

  /// Creates a narrowed comparison; nil for one of another kind.
  init?(
    _ relation: Comparison.Relation,
    _ options: Comparison.Options,
    _ exactness: Exactness,
    _ typing: OperandTyping
  ) {
    guard exactness != .exact,
      options.isSubset(of: [.caseInsensitive, .diacriticInsensitive, .normalized])
    else { return nil }
    self.relation = relation
    ignoresCase = options.contains(.caseInsensitive) && !options.contains(.normalized)
    self.exactness = exactness
    self.typing = typing
  }

  /// The condition.
  func condition(_ left: SQLFragment, _ known: String) -> SQLFragment {
    let text = ignoresCase ? "lower(" + typing.binary(left, .text) + ")" : left
    guard known.utf8.allSatisfy({ $0 > 0 && $0 < 0x80 }),
      let rule = rule(text, ignoresCase ? known.lowercased() : known)
    else {
      // A missing value neither matches the pattern nor differs from it.
      let rest = exactness == .superset ? "TRUE" : "FALSE"
      var condition = "CASE WHEN " + left + " IS NULL THEN NULL ELSE \(rest) END"
      condition.isInexact = true
      return condition
    }
    var isPlain = "octet_length(" + left + ") = char_length(" + left + ")"
    // A carriage return and a line feed are one character together.
    if relation == .like { isPlain += " AND strpos(" + left + ", chr(13)) = 0" }
    var condition =
      exactness == .superset
      ? "(NOT (" + isPlain + ") OR " + rule + ")" : "((" + isPlain + ") AND " + rule + ")"
    condition.isInexact = true
    return condition
  }

  private func rule(_ text: SQLFragment, _ known: String) -> SQLFragment? {
    let value = typing.parameter(.text(known), as: .text)
    let compared = typing.binary(text, .text)
    return switch relation {
    case .equalTo: compared + " = " + value
    case .lessThan: compared + " < " + value
    case .lessThanOrEqualTo: compared + " <= " + value
    case .greaterThan: compared + " > " + value
    case .greaterThanOrEqualTo: compared + " >= " + value
    case .beginsWith: "strpos(" + text + ", " + value + ") = 1"
    case .contains: "strpos(" + text + ", " + value + ") > 0"
    case .endsWith: "right(" + text + ", \(known.utf8.count)) = " + value
    case .like:
      text + " LIKE " + typing.parameter(.text(Self.pattern(ofWildcards: known)), as: .text)
    case .notEqualTo, .matches, .in, .between: nil
    }
  }

  /// Converts a pattern of the predicate language to one of SQL.
  static func pattern(ofWildcards source: String) -> String {
    var pattern = ""
    var isEscaped = false
    func literal(_ scalar: Unicode.Scalar) -> String {
      ["%", "_", "\\"].contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    }
    for scalar in source.unicodeScalars {
      if isEscaped {
        pattern += literal(scalar)
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "*": pattern += "%"
      case "?": pattern += "_"
      default: pattern += literal(scalar)
      }
    }
    return isEscaped ? pattern + literal("\\") : pattern
  }
}
