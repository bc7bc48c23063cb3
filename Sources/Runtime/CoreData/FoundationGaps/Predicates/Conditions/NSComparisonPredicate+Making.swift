public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSComparisonPredicate {
  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - lhs: The left side.
  ///   - rhs: The right side.
  ///   - modifier: Whether the relation must hold for all or for any of the values on the left.
  ///   - type: The relation between the sides. Custom selectors are not supported: such a comparison is always false.
  ///   - options: The options for comparing strings.
  public init(
    leftExpression lhs: _NSExpression,
    rightExpression rhs: _NSExpression,
    modifier: _NSComparisonPredicate.Modifier,
    type: _NSComparisonPredicate.Operator,
    options: _NSComparisonPredicate.Options = []
  ) {
    var table = ValueTable()
    let comparison = ComparisonNode(
      table.adopt(lhs.tree),
      ComparisonNode.Relation(type) ?? .in,
      ComparisonNode.Relation(type) == nil ? .aggregate([]) : table.adopt(rhs.tree),
      modifier: ComparisonNode.Modifier(modifier),
      options: ComparisonNode.Options(rawValue: Int(options.rawValue))
    )
    let tree = PredicateTree(.comparison(comparison), values: table.values)
    self = initialised(TreeComparison.carrying(PredicateStorage(tree)))
  }

  /// The left side.
  public var leftExpression: _NSExpression { part(\.left) }

  /// The right side.
  public var rightExpression: _NSExpression { part(\.right) }

  /// The relation between the sides.
  public var predicateOperatorType: _NSComparisonPredicate.Operator {
    comparison.relation.predicateOperator
  }

  /// Whether the relation must hold for all or for any of the values on the left.
  public var comparisonPredicateModifier: _NSComparisonPredicate.Modifier {
    switch comparison.modifier {
    case .direct: .direct
    case .all: .all
    case .any: .any
    }
  }

  /// The options for comparing strings.
  public var options: _NSComparisonPredicate.Options {
    _NSComparisonPredicate.Options(rawValue: UInt(comparison.options.rawValue))
  }

  private var comparison: ComparisonNode {
    guard case .comparison(let comparison)? = try? tree.root else {
      return ComparisonNode(.constant(.null), .in, .aggregate([]))
    }
    return comparison
  }

  private func part(_ side: KeyPath<ComparisonNode, ExpressionNode>) -> _NSExpression {
    let values = (try? tree.values) ?? []
    return TreeExpression.carrying(ExpressionTree(comparison[keyPath: side], values: values))
  }
}

extension ComparisonNode.Modifier {
  fileprivate init(_ modifier: _NSComparisonPredicate.Modifier) {
    switch modifier {
    case .all: self = .all
    case .any: self = .any
    default: self = .direct
    }
  }
}

extension ComparisonNode.Relation {
  /// The relation of an operator; nil for a custom selector.
  fileprivate init?(_ type: _NSComparisonPredicate.Operator) {
    guard let match = Self.allCases.first(where: { $0.predicateOperator == type }) else {
      return nil
    }
    self = match
  }

  /// The operator of the relation.
  fileprivate var predicateOperator: _NSComparisonPredicate.Operator {
    switch self {
    case .lessThan: .lessThan
    case .lessThanOrEqualTo: .lessThanOrEqualTo
    case .greaterThan: .greaterThan
    case .greaterThanOrEqualTo: .greaterThanOrEqualTo
    case .equalTo: .equalTo
    case .notEqualTo: .notEqualTo
    case .matches: .matches
    case .like: .like
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .in: .in
    case .contains: .contains
    case .between: .between
    }
  }
}
