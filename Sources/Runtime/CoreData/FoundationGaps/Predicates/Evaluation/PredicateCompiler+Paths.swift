import Foundation
import PredicateFormat

extension PredicateCompiler {
  /// The operand of an expression whose equal values count as often as they occur, or once.
  func operand(_ expression: ExpressionNode, keepsDuplicates: Bool) -> Operand {
    if keepsDuplicates, case .path(let path) = expression {
      return self.path(path, keepsDuplicates: true)
    }
    return operand(expression)
  }

  func path(_ path: PropertyPath, keepsDuplicates: Bool = false) -> Operand {
    let kept: KeptValues =
      nilMeaning.isOfDatabase ? .ofAllMembers : keepsDuplicates ? .repeated : .distinct
    guard let walk = KeyPathWalk(path.components, kept) else {
      return Operand(constant: .null)
    }
    if let slots = slots(of: path) {
      return Operand { scope in
        guard let managed = scope.managed else { return .null }
        return PredicateValue(managed.storedValue(along: slots))
      }
    }
    guard let base = path.base else {
      if let key = walk.onlyKey { return Operand { $0.object.value(forKey: key) } }
      return Operand { walk.value(from: $0.object) }
    }
    return applying(operand(base), walk.value(from:))
  }
}
