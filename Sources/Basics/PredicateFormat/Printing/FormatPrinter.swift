/// Prints trees as text, with parentheses only where precedence requires them, or where Apple prints them: around an
/// AND or OR nested in another.
struct FormatPrinter {
  let style: FormatStyle
  let argumentText: (FormatArgument) -> String?
  var text = ""

  init(style: FormatStyle, argumentText: @escaping (FormatArgument) -> String?) {
    self.style = style
    self.argumentText = argumentText
  }

  mutating func write(_ predicate: Predicate) {
    switch predicate {
    case .constant(let holds):
      text += holds ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison):
      write(comparison)
    case .and(let parts):
      write(parts, joinedBy: " AND ", whenEmpty: "TRUEPREDICATE")
    case .or(let parts):
      write(parts, joinedBy: " OR ", whenEmpty: "FALSEPREDICATE")
    case .not(let negated):
      text += "NOT "
      writeAsPart(negated)
    }
  }

  private mutating func write(
    _ parts: [Predicate],
    joinedBy separator: String,
    whenEmpty: String
  ) {
    guard parts.count != 1 else { return write(parts[0]) }
    guard !parts.isEmpty else {
      text += whenEmpty
      return
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      writeAsPart(part)
    }
  }

  /// Writes a predicate that is an operand of another.
  private mutating func writeAsPart(_ predicate: Predicate) {
    switch predicate {
    case .and(let parts), .or(let parts):
      guard parts.count != 1 else { return writeAsPart(parts[0]) }
      guard !parts.isEmpty else { return write(predicate) }
      text += "("
      write(predicate)
      text += ")"
    case .constant, .comparison, .not:
      write(predicate)
    }
  }

  private mutating func write(_ comparison: Comparison) {
    switch comparison.modifier {
    case .direct: break
    case .any: text += "ANY "
    case .all: text += "ALL "
    }
    write(comparison.left, in: .comparison)
    text += " \(comparison.relation.spelling)"
    if !comparison.options.isEmpty {
      text += "["
      for (letter, option) in Comparison.Options.letters
      where comparison.options.contains(option) {
        text.append(letter)
      }
      text += "]"
    }
    text += " "
    write(comparison.right, in: .comparison)
  }
}

extension Comparison.Relation {
  /// The operator's spelling.
  package var spelling: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }
}
