import Foundation
import PredicateFormat

/// The plan of a request for dictionaries: values of objects, or of groups of objects.
struct DictionaryPlan {
  /// An entry of each dictionary.
  struct Column {
    let name: String
    let expression: ExpressionNode

    /// The type of the values; undefined for what the expression gives.
    let type: NSAttributeDescription.AttributeType

    /// Whether the value is one of all objects of a group.
    let isAggregate: Bool
  }

  var columns: [Column] = []

  /// The values that the objects of a group share.
  var groups: [ExpressionNode] = []

  /// The condition that groups fulfil.
  var having: PredicateNode?

  /// The condition that objects fulfil.
  var predicate: PredicateNode?

  /// The values that stand in all the trees.
  var values: [Any] = []

  /// Whether each dictionary is of several objects.
  var isAggregated: Bool { !groups.isEmpty || columns.contains(where: \.isAggregate) }

  /// The column that a key of a sort descriptor means, if it is not a property of the entity.
  func column(named key: String, besides shape: EntityShape) -> Int? {
    guard shape.index(of: key) == nil else { return nil }
    return columns.firstIndex { $0.name == key }
  }
}
