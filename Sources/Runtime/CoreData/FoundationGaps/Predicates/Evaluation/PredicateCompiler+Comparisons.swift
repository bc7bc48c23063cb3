import Foundation
import PredicateFormat

extension PredicateCompiler {
  func comparison(_ comparison: ComparisonNode) -> Condition {
    if let opaque = opaqueCondition(comparison) { return opaque }
    if case .unknown(let result) = nilMeaning {
      return databaseCondition(comparison, unknown: result)
    }
    return slotCondition(comparison)
      ?? condition(comparison, Relation(comparison.relation, comparison.options))
  }

  /// The condition that a relation holds, directly or for the values of a collection.
  func condition(
    _ comparison: ComparisonNode,
    _ relation: some ValueRelation
  ) -> Condition {
    let isDirect = comparison.modifier == .direct
    let left = operand(comparison.left, keepsDuplicates: !isDirect).evaluate
    let right = operand(comparison.right)
    if let constant = right.constant {
      let test = relation.test(against: constant)
      switch comparison.modifier {
      case .direct: return { test(left($0)) }
      case .any: return { scope in left(scope).comparedMembers.contains(where: test) }
      case .all: return { scope in left(scope).comparedMembers.allSatisfy(test) }
      }
    }
    let value = right.evaluate
    switch comparison.modifier {
    case .direct:
      return { relation.holds(left($0), value($0)) }
    case .any:
      return { scope in
        let right = value(scope)
        return left(scope).comparedMembers.contains { relation.holds($0, right) }
      }
    case .all:
      return { scope in
        let right = value(scope)
        return left(scope).comparedMembers.allSatisfy { relation.holds($0, right) }
      }
    }
  }

  /// The condition of a predicate that can only be evaluated.
  private func opaqueCondition(_ comparison: ComparisonNode) -> Condition? {
    guard case .function(let call) = comparison.left, call.selector == OpaquePredicate.selector,
      case .argument(let argument)? = call.receiver,
      let opaque = values[checked: argument.index] as? OpaquePredicate
    else { return nil }
    return { scope in
      opaque.predicate.evaluate(
        with: scope.object.object,
        substitutionVariables: scope.variables
      )
    }
  }
}

extension PredicateValue {
  /// The values that ANY and ALL compare: for collections in a collection, their members.
  ///
  /// A value that is not a collection has none, so ANY is false for it and ALL is true. (On Apple's platforms, it
  /// raises an exception.)
  fileprivate var comparedMembers: [PredicateValue] {
    guard let members else { return [] }
    guard members.contains(where: { $0.members != nil }) else { return members }
    return members.flatMap { member in
      member.members == nil ? [member] : member.comparedMembers
    }
  }
}
