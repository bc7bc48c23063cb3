import Foundation
import ObjectRows

// Equality of values for `==` in a predicate: numbers by value, strings byte for byte, objects by their identity in
// the store or by `isEqual`. Values of different kinds are never equal.
//
// Swift considers canonically equivalent strings equal; stores and Apple's predicates do not.

extension PredicateValue: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.id(let left), .id(let right)): left == right
    case (.object(let left), .object(let right)): isSameObject(left, right)
    case (.collection(let left), .collection(let right)): isSameCollection(left, right)
    case (.other(let left), .other(let right)):
      (left as? AnyHashable).map { $0 == right as? AnyHashable } ?? false
    default: numericOrder(left, right) == .orderedSame
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(Double(value))
    case .real(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value.nearestDouble)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .id(let value): hasher.combine(value)
    case .collection(let value): hasher.combine(value.values.count)
    case .object(let object):
      if let object = object as? any IdentifiedInPredicates {
        hasher.combine(object.identityInPredicates)
      } else if let object = object as? NSObject {
        hasher.combine(object.hash)
      } else {
        hasher.combine(ObjectIdentifier(object))
      }
    case .other(let value): hasher.combine(value as? AnyHashable)
    }
  }
}

private func isSameObject(_ left: AnyObject, _ right: AnyObject) -> Bool {
  if left === right { return true }
  if let left = left as? any IdentifiedInPredicates,
    let right = right as? any IdentifiedInPredicates
  {
    return left.identityInPredicates == right.identityInPredicates
  }
  return (left as? NSObject)?.isEqual(right) ?? false
}

private func isSameCollection(_ left: ValueCollection, _ right: ValueCollection) -> Bool {
  guard left.values.count == right.values.count else { return false }
  if left.kind == .ordered && right.kind == .ordered { return left.values == right.values }
  return Set(left.values) == Set(right.values)
}
