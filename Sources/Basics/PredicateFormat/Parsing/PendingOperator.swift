/// An operator whose right side is still to be read.
struct PendingOperator {
  enum Kind {
    case parenthesis
    case not
    case unary(UnaryOperator)
    case assignment(variable: String)
    /// ANY, ALL or NONE before a comparison whose operator has not come yet.
    case quantifier(Keyword)
    /// AND or OR, with the parts so far in `parts`.
    case compound(InfixOperator)
    case relation(
      Comparison.Relation,
      left: Expression,
      quantifier: Keyword?,
      options: Comparison.Options
    )
    case sets(SetOperator, left: Expression)
    case arithmetic(ArithmeticOperator, left: Expression)
  }

  var kind: Kind

  /// The beginning of the text of the whole.
  var start: Int

  /// The height of what has been read of it.
  var height: Int

  /// The parts of a chain.
  ///
  /// They stand here, and not in the case, so that they grow in place.
  var parts: [Predicate] = []

  var precedence: Precedence {
    switch kind {
    case .parenthesis: .parenthesis
    case .not: .not
    case .unary: .unary
    case .assignment: .assignment
    case .quantifier, .relation: .comparison
    case .compound(let infix): infix.precedence
    case .sets: .sets
    case .arithmetic(let operation, _): operation.precedence
    }
  }
}
