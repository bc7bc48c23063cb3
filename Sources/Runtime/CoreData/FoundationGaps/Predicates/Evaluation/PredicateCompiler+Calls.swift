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
  typealias Method = @Sendable (PredicateValue, PredicateValue) -> PredicateValue?

  /// The methods with an argument that values have besides the functions of the language, by their selectors; each
  /// gives nil for a value or an argument of another kind.
  static let methods: [String: Method] = [
    "valueForKey:": { value, key in
      guard case .string(let key) = key else { return nil }
      return value.value(forKey: key)
    },
    "valueForKeyPath:": { value, path in
      guard case .string(let path) = path else { return nil }
      return value.value(atKeyPath: path)
    },
    "objectForKey:": { value, key in
      guard case .collection(let entries) = value, case .string(let key) = key else { return nil }
      return entries.value(forKey: key)
    },
    "objectAtIndex:": { value, index in
      guard case .collection = value, case .integer = index else { return nil }
      return value.element(at: index)
    },
    "timeIntervalSinceDate:": { value, other in
      guard case .date(let date) = value, case .date(let other) = other else { return nil }
      return .real(date.timeIntervalSince(other))
    },
    "dateByAddingTimeInterval:": { value, interval in
      guard case .date(let date) = value else { return nil }
      return interval.real.map { .date(date + $0) } ?? .null
    },
    "stringByAppendingString:": { value, suffix in
      guard case .string(let text) = value, case .string(let suffix) = suffix else { return nil }
      return .string(text + suffix)
    },
  ]

  /// Calls the method that `FUNCTION(value, "selector:", …)` names.
  ///
  /// Without Objective-C only these can be called: properties, a few methods of dates, strings and dictionaries,
  /// those of a ``FunctionReceiver``, and the functions of the language. Others give nil.
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
    if let result = Self.methods[selector]?(self, argument) { return result }
    guard let function = BuiltInFunction(selector) else { return .null }
    return function.value(arguments)
  }
}
