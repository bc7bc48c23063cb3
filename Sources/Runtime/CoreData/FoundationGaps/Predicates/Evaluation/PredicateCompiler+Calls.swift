import Foundation
import PredicateFormat

extension PredicateCompiler {
  func call(_ call: FunctionCall) -> Operand {
    let arguments = call.arguments.map(operand)
    if call.isFetch {
      let evaluations = arguments.map(\.evaluate)
      return Operand { scope in
        let arguments = evaluations.map { $0(scope) }
        let receiver = arguments[checked: 1]?.object as? any FetchCallReceiver
        return PredicateValue(try? receiver?.result(ofFetch: arguments))
      }
    }
    guard let receiver = call.receiver else { return builtIn(call.selector, arguments) }
    if let block = block(call, arguments.map(\.evaluate)) { return block }
    let target = operand(receiver).evaluate
    let evaluations = arguments.map(\.evaluate)
    let selector = call.selector
    return Operand { scope in
      target(scope).sent(selector, evaluations.map { $0(scope) })
    }
  }

  private func builtIn(_ selector: String, _ arguments: [Operand]) -> Operand {
    guard let function = BuiltInFunction(selector) else { return Operand(constant: .null) }
    let value = function.value
    if let only = arguments.first, arguments.count == 1, !function.isVolatile {
      return applying(only) { value([$0]) }
    }
    let evaluations = arguments.map(\.evaluate)
    return Operand { scope in value(evaluations.map { $0(scope) }) }
  }

  /// The call of a block, which is a value of the tree.
  private func block(_ call: FunctionCall, _ arguments: [Evaluation]) -> Operand? {
    guard call.selector == ExpressionBlock.selector, case .argument(let argument)? = call.receiver,
      let block = values[checked: argument.index] as? ExpressionBlock
    else { return nil }
    return Operand { scope in
      let values = arguments.map { $0(scope).object ?? NSNull() }
      return PredicateValue(block.block(scope.object.object, values, scope.context))
    }
  }
}

extension PredicateValue {
  /// The methods with arguments that ``sent(_:_:)`` knows, beside the functions of the language.
  static let methods: Set<String> = [
    "valueForKey:", "valueForKeyPath:", "objectForKey:", "objectAtIndex:", "timeIntervalSinceDate:",
    "dateByAddingTimeInterval:", "stringByAppendingString:",
  ]

  /// Calls the method that `FUNCTION(value, "selector:", …)` names.
  ///
  /// Without Objective-C only those can be called that are known here: properties, a few methods of dates,
  /// strings and dictionaries, those of a ``FunctionReceiver``, and the functions of the language. Others give
  /// nil.
  fileprivate func sent(_ selector: String, _ arguments: [PredicateValue]) -> PredicateValue {
    if case .object(let object) = self, let receiver = object as? any FunctionReceiver,
      let result = receiver.result(of: selector, arguments)
    {
      return result
    }
    guard let argument = arguments.first else {
      guard !selector.contains(":") else { return .null }
      return value(forKey: selector)
    }
    switch (selector, self, argument) {
    case ("valueForKey:", _, .string(let key)): return value(forKey: key)
    case ("valueForKeyPath:", _, .string(let path)): return value(atKeyPath: path)
    case ("objectForKey:", .collection(let entries), .string(let key)):
      return entries.value(forKey: key)
    case ("objectAtIndex:", .collection, .integer): return element(at: argument)
    case ("timeIntervalSinceDate:", .date(let date), .date(let other)):
      return .real(date.timeIntervalSince(other))
    case ("dateByAddingTimeInterval:", .date(let date), _):
      return argument.real.map { .date(date + $0) } ?? .null
    case ("stringByAppendingString:", .string(let text), .string(let suffix)):
      return .string(text + suffix)
    default:
      guard let function = BuiltInFunction(selector) else { return .null }
      return function.value(arguments)
    }
  }
}
