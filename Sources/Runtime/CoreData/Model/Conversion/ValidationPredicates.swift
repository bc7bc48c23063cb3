import Foundation
import ManagedModel
import ModelFiles
import PredicateFormat

/// Conversion of an attribute's validation rules to predicates and back.
///
/// A model file has fields for some rules: the least and the greatest number, date or length, and a pattern. A
/// description can have other predicates, but a model file cannot.
enum ValidationPredicates {
  /// A predicate on the value, and the code of the error if the value does not satisfy it.
  struct Rule {
    var predicate: NSPredicate
    var warning: Any
  }

  /// The rules in the fields of an attribute's value.
  static func rules(of attribute: Attribute) -> [Rule] {
    ValidationRule.rules(of: attribute).map { rule in
      Rule(predicate: predicate(rule), warning: NSNumber(value: rule.code.rawValue))
    }
  }

  private static func predicate(_ rule: ValidationRule) -> NSPredicate {
    let length = ExpressionNode.path(PropertyPath([.key("length")]))
    let (left, relation): (ExpressionNode, ComparisonNode.Relation) =
      switch rule.kind {
      case .least: (.evaluatedObject, .greaterThanOrEqualTo)
      case .greatest: (.evaluatedObject, .lessThanOrEqualTo)
      case .leastLength: (length, .greaterThanOrEqualTo)
      case .greatestLength: (length, .lessThanOrEqualTo)
      case .pattern: (.evaluatedObject, .matches)
      }
    var table = ValueTable()
    let right =
      switch rule.bound {
      case .integer(let number): ExpressionNode.constant(.integer(number))
      case .real(let number): ExpressionNode.constant(.real(number))
      case .pattern(let text): ExpressionNode.constant(.string(text))
      case .decimal(let number): table.add(NSDecimalNumber(string: number.text))
      case .date(let seconds): table.add(Date(timeIntervalSinceReferenceDate: seconds))
      }
    let comparison = ComparisonNode(left, relation, right)
    return .make(PredicateTree(.comparison(comparison), values: table.values))
  }

  /// Writes the rules of an attribute into the fields of its value, unless they are unchanged.
  ///
  /// Predicates without a field are left out.
  static func write(_ description: NSAttributeDescription, into attribute: inout Attribute) {
    let known = rules(of: attribute).map(\.predicate)
    guard !ObjectEquality.isEqual(known, description.predicates) else { return }
    attribute.minimumText = nil
    attribute.maximumText = nil
    attribute.minimumDateTimeInterval = nil
    attribute.maximumDateTimeInterval = nil
    attribute.regularExpression = nil
    for predicate in description.predicates {
      guard let tree = try? predicate.tree else { continue }
      for comparison in comparisons(in: tree.root) {
        write(comparison, tree.values, into: &attribute)
      }
    }
  }

  /// The comparisons of a conjunction; none for other compounds.
  private static func comparisons(in root: PredicateNode) -> [ComparisonNode] {
    switch root {
    case .comparison(let comparison): [comparison]
    case .and(let parts): parts.flatMap(comparisons)
    case .constant, .or, .not: []
    }
  }

  private static func write(
    _ comparison: ComparisonNode,
    _ values: [Any],
    into attribute: inout Attribute
  ) {
    guard comparison.modifier == .direct, comparison.options.isEmpty else { return }
    let bound = ExpressionTree(comparison.right, values: values)
    switch (comparison.left, attribute.type) {
    case (.evaluatedObject, .string):
      guard comparison.relation == .matches, case .constant(.string(let text)) = bound.root
      else { return }
      attribute.regularExpression = text
    case (.path(let path), .string):
      guard path.dottedKeys == "length", let text = text(bound) else { return }
      write(comparison.relation, text, into: &attribute)
    case (.evaluatedObject, .date):
      guard let date = bound.argumentValue as? Date else { return }
      let seconds = date.timeIntervalSinceReferenceDate
      switch comparison.relation {
      case .greaterThanOrEqualTo: attribute.minimumDateTimeInterval = seconds
      case .lessThanOrEqualTo: attribute.maximumDateTimeInterval = seconds
      default: break
      }
    case (.evaluatedObject, _) where attribute.type.isNumeric:
      guard let text = text(bound) else { return }
      write(comparison.relation, text, into: &attribute)
    default: break
    }
  }

  private static func write(
    _ relation: ComparisonNode.Relation,
    _ text: String,
    into attribute: inout Attribute
  ) {
    switch relation {
    case .greaterThanOrEqualTo: attribute.minimumText = text
    case .lessThanOrEqualTo: attribute.maximumText = text
    default: break
    }
  }

  /// The text of a number.
  private static func text(_ bound: ExpressionTree) -> String? {
    switch bound.root {
    case .constant(.integer(let number)): String(number)
    case .constant(.real(let number)): String(number)
    case .constant(.decimal(let text)): text
    case .argument: (bound.argumentValue as? NSNumber)?.stringValue
    default: nil
    }
  }
}
