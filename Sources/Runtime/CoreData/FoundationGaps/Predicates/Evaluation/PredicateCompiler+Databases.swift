import PredicateFormat

// Comparisons as databases decide them.
extension PredicateCompiler {
  /// The condition of a comparison as databases decide it.
  func databaseCondition(_ comparison: ComparisonNode, unknown: Bool) -> Condition {
    if let equations = equations(of: comparison) { return condition(.or(equations)) }
    let isDirect = comparison.modifier == .direct
    var comparison = comparison
    if searchesBytes(comparison) { comparison.options.insert(.normalized) }
    let relation = DatabaseRelation(
      comparison,
      isDirect ? kind(of: comparison.left) : .value,
      kind(of: comparison.right),
      // ANY and ALL select rows.
      unknown: isDirect && unknown
    )
    return condition(comparison, relation)
  }

  /// The comparisons for `IN[c] {a, b}`, whose elements are compared one by one; nil for other comparisons.
  private func equations(of comparison: ComparisonNode) -> [PredicateNode]? {
    guard comparison.modifier == .direct, !comparison.options.subtracting(.normalized).isEmpty
    else { return nil }
    let value: ExpressionNode
    let list: ExpressionNode
    switch comparison.relation {
    case .in: (value, list) = (comparison.left, comparison.right)
    case .contains: (value, list) = (comparison.right, comparison.left)
    default: return nil
    }
    guard case .aggregate(let elements) = list else { return nil }
    return elements.map {
      .comparison(ComparisonNode(value, .equalTo, $0, options: comparison.options))
    }
  }

  /// Whether a text is searched for another one byte by byte, as databases do it for plain ones.
  private func searchesBytes(_ comparison: ComparisonNode) -> Bool {
    guard comparison.options.isEmpty else { return false }
    let known: ExpressionNode
    switch comparison.relation {
    case .beginsWith, .contains: known = comparison.right
    case .in: known = comparison.left
    default: return false
    }
    guard known.refersToNoObject, case .string(let text) = constant(known) else { return false }
    return !text.isEmpty && text.utf8.allSatisfy { $0 > 0 && $0 < 0x7F }
  }

  /// The kind of an operand.
  private func kind(of expression: ExpressionNode) -> DatabaseRelation.OperandKind {
    if expression.refersToNoObject { return constant(expression).kindOfOperand }
    switch expression {
    case .aggregate: return .list
    case .subquery: return .rows
    case .path(let path) where path.base == nil || path.base == .evaluatedObject:
      return entity?.isToMany(path.components) ?? false ? .rows : .value
    default: return .value
    }
  }
}
