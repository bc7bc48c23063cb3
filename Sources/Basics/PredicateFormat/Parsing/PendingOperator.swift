/// An operator whose right side is still to be read.
struct PendingOperator {
  enum Kind {
    case parenthesis
    case not
    case unary(UnaryOperator)
    case assignment(variable: String)
    /// ANY, ALL or NONE before a comparison whose operator has not been parsed yet.
    case quantifier(Keyword)
    /// AND or OR; its operands so far are in `parts`.
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

  /// The start of the whole expression in the text.
  var start: Int

  /// The height of the tree parsed so far.
  var height: Int

  /// The operands of a chain.
  ///
  /// They are stored here, and not in the case, so that the array grows in place.
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
