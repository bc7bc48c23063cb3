import PredicateFormat

extension ExpressionNode {
  /// The expression of a dotted key path, whose key `self` alone is the object itself.
  static func path(keyPath: String) -> ExpressionNode {
    let components = PropertyPath.Component.components(of: keyPath)
    guard let first = components.first else { return .evaluatedObject }
    guard case .key(let key) = first, key.lowercased() == "self" else {
      return .path(PropertyPath(components))
    }
    guard components.count > 1 else { return .evaluatedObject }
    return .path(PropertyPath(base: .evaluatedObject, Array(components.dropFirst())))
  }

  /// A call of a function of the language, in the form that the parser has for it.
  static func call(_ selector: String, _ arguments: [ExpressionNode]) -> ExpressionNode {
    if let operation = ArithmeticOperator(selector: selector), arguments.count == 2 {
      return .arithmetic(operation, arguments[0], arguments[1])
    }
    switch (selector, arguments.count) {
    case ("onesComplement:", 1):
      return .unary(.onesComplement, arguments[0])
    case ("objectFrom:withIndex:", 2):
      return .element(of: arguments[0], .element(arguments[1]))
    case ("castObject:toType:", 2):
      guard case .constant(.string(let type)) = arguments[1] else { break }
      return .cast(arguments[0], type: type)
    default:
      break
    }
    return .function(FunctionCall(selector, arguments))
  }
}

extension ExpressionNode {
  /// The function that the expression calls, where that has a notation of its own as well.
  var call: FunctionCall? {
    switch self {
    case .function(let call): call
    case .arithmetic(let operation, let left, let right):
      FunctionCall(operation.selector, [left, right])
    case .unary(.onesComplement, let operand): FunctionCall("onesComplement:", [operand])
    case .unary(.negate, let operand):
      FunctionCall(ArithmeticOperator.subtract.selector, [.constant(.integer(0)), operand])
    case .cast(let value, let type):
      FunctionCall("castObject:toType:", [value, .constant(.string(type))])
    case .element(let collection, let index):
      FunctionCall("objectFrom:withIndex:", [collection, index.expression])
    case .path(let path):
      path.base.map { base in
        let keys = PropertyPath(path.components).dottedKeys ?? ""
        return FunctionCall(receiver: base, "valueForKeyPath:", [.constant(.string(keys))])
      }
    default: nil
    }
  }
}

extension Subscript {
  /// The index as an expression; one that counts is known by its name.
  fileprivate var expression: ExpressionNode {
    switch self {
    case .first: .constant(.string("FIRST"))
    case .last: .constant(.string("LAST"))
    case .size: .constant(.string("SIZE"))
    case .element(let expression): expression
    }
  }
}
