import Foundation
import PredicateFormat

/// The plan of a request for dictionaries: values of objects, or of groups of objects.
struct DictionaryPlan {
  /// An entry of each dictionary.
  struct Column {
    let name: String
    let expression: ExpressionNode

    /// The type of the values; undefined for the type of the expression's results.
    let type: NSAttributeDescription.AttributeType

    /// Whether the value is aggregated over the objects of a group.
    let isAggregate: Bool
  }

  var columns: [Column] = []

  /// The values by which objects are grouped.
  var groups: [ExpressionNode] = []

  /// The condition on groups.
  var having: PredicateNode?

  /// The condition on objects.
  var predicate: PredicateNode?

  /// The values of the arguments in all trees.
  var values: [Any] = []

  /// Whether each dictionary belongs to several objects.
  var isAggregated: Bool { !groups.isEmpty || columns.contains(where: \.isAggregate) }

  /// The column for a key of a sort descriptor, if it is not a property of the entity.
  func column(named key: String, besides shape: EntityShape) -> Int? {
    guard shape.index(of: key) == nil else { return nil }
    return columns.firstIndex { $0.name == key }
  }
}
