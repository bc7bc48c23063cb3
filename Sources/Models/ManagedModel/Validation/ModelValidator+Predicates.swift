import PredicateFormat

extension ModelValidator {
  /// Checks that the text of a predicate can be parsed.
  mutating func checkPredicate(
    _ text: String,
    of owner: String,
    at source: SourceOffset,
    attribute: String
  ) {
    do {
      _ = try Predicate(parsing: text, allowsArguments: false)
    } catch {
      report(error, .badPredicate, "predicate", of: owner, at: source, attribute)
    }
  }

  /// Checks that the text of an expression can be parsed.
  mutating func checkExpression(
    _ text: String,
    of owner: String,
    at source: SourceOffset,
    attribute: String
  ) {
    do {
      _ = try Expression(parsing: text, allowsArguments: false)
    } catch {
      report(error, .badExpression, "expression", of: owner, at: source, attribute)
    }
  }

  private mutating func report(
    _ error: PredicateSyntaxError,
    _ rule: ModelRule,
    _ kind: String,
    of owner: String,
    at source: SourceOffset,
    _ attribute: String
  ) {
    problems.append(
      ModelProblem(
        rule,
        "the \(kind) of \(owner) cannot be read: \(error.message)",
        at: source,
        attribute: attribute,
        byteInAttribute: error.utf8Offset,
        hint: error.hint
      )
    )
  }
}
