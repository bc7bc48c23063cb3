/// Functions with a syntax of their own, which trees represent by other cases than a call.
extension FunctionCall {
  package static let castSelector = "castObject:toType:"
  package static let elementSelector = "objectFrom:withIndex:"
  package static let onesComplementSelector = "onesComplement:"
  package static let keyPathSelector = "valueForKeyPath:"
}

extension Expression {
  /// A call of a built-in function, or its canonical representation if the function has a syntax of its own.
  package static func call(_ selector: String, _ arguments: [Expression]) -> Expression {
    if let operation = ArithmeticOperator(selector: selector), arguments.count == 2 {
      return .arithmetic(operation, arguments[0], arguments[1])
    }
    switch (selector, arguments.count) {
    case (FunctionCall.onesComplementSelector, 1):
      return .unary(.onesComplement, arguments[0])
    case (FunctionCall.elementSelector, 2):
      return .element(of: arguments[0], .element(arguments[1]))
    case (FunctionCall.castSelector, 2):
      guard case .constant(.string(let type)) = arguments[1] else { break }
      return .cast(arguments[0], type: type)
    default:
      break
    }
    return .function(FunctionCall(selector, arguments))
  }

  /// The function call that the expression stands for, including those with a syntax of their own.
  package var call: FunctionCall? {
    switch self {
    case .function(let call): call
    case .arithmetic(let operation, let left, let right):
      FunctionCall(operation.selector, [left, right])
    case .unary(.onesComplement, let operand):
      FunctionCall(FunctionCall.onesComplementSelector, [operand])
    case .unary(.negate, let operand):
      FunctionCall(ArithmeticOperator.subtract.selector, [.constant(.integer(0)), operand])
    case .cast(let value, let type):
      FunctionCall(FunctionCall.castSelector, [value, .constant(.string(type))])
    case .element(let collection, let index):
      FunctionCall(FunctionCall.elementSelector, [collection, index.expression])
    case .path(let path):
      path.base.map { base in
        let keys = PropertyPath(path.components).dottedKeys ?? ""
        return FunctionCall(
          receiver: base,
          FunctionCall.keyPathSelector,
          [.constant(.string(keys))]
        )
      }
    default: nil
    }
  }
}

extension Subscript {
  /// The keyword of an index from an end, or of the number of elements; nil for a computed index.
  package var name: String? {
    switch self {
    case .first: Keyword.first.rawValue
    case .last: Keyword.last.rawValue
    case .size: Keyword.size.rawValue
    case .element: nil
    }
  }

  /// The subscript of a keyword, as in `pages[FIRST]`.
  package init?(named name: String) {
    switch Keyword(rawValue: name) {
    case .first: self = .first
    case .last: self = .last
    case .size: self = .size
    default: return nil
    }
  }

  /// The index as an expression; keywords become constants.
  fileprivate var expression: Expression {
    if case .element(let expression) = self { return expression }
    return .constant(.string(name ?? ""))
  }
}
