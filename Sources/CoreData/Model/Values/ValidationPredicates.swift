import Foundation
import ManagedModel
import ModelFiles

/// The rules for the values of an attribute, as predicates.
enum ValidationPredicates {
  struct Rule {
    var predicate: NSPredicate
    var warning: Any
  }

  /// The rules that the value of an attribute has fields for.
  static func rules(of attribute: Attribute) -> [Rule] { [] }

  /// Writes the rules of an attribute into the fields of its value, unless they are those it has.
  static func write(_ description: NSAttributeDescription, into attribute: inout Attribute) {}
}
