extension FormatPrinter {
  /// The context of an expression, which decides whether it needs parentheses.
  enum Surroundings {
    /// A whole text, an argument, an element of a list.
    case delimited
    case comparison
    case leftOf(Precedence)
    case rightOf(Precedence)
    case underUnaryOperator
    /// Before `.key` or `[0]`.
    case attachedTo
  }

  mutating func write(_ expression: Expression, in surroundings: Surroundings = .delimited) {
    guard needsParentheses(expression, in: surroundings) else {
      return writeBare(expression)
    }
    text += "("
    writeBare(expression)
    text += ")"
  }

  private func needsParentheses(
    _ expression: Expression,
    in surroundings: Surroundings
  ) -> Bool {
    switch surroundings {
    case .delimited:
      return false
    case .comparison:
      if case .assignment = expression { return true }
      return false
    case .leftOf(let precedence):
      return binding(of: expression).map { $0 < precedence } ?? isAssignment(expression)
    case .rightOf(let precedence):
      return binding(of: expression).map { $0 <= precedence } ?? isAssignment(expression)
    case .underUnaryOperator:
      return binding(of: expression) != nil || isAssignment(expression)
        || isNegative(expression) || isNumber(expression)
    case .attachedTo:
      return binding(of: expression) != nil || isAssignment(expression) || isNegative(expression)
    }
  }

  /// The precedence of the expression's operator; nil if it is not an operator expression.
  private func binding(of expression: Expression) -> Precedence? {
    switch expression {
    case .combination: .sets
    case .arithmetic(let operation, _, _): InfixOperator.arithmetic(operation).precedence
    default: nil
    }
  }

  private func isAssignment(_ expression: Expression) -> Bool {
    if case .assignment = expression { return true }
    return false
  }

  /// Whether an expression may be printed as a number, which a preceding minus sign would become part of.
  private func isNumber(_ expression: Expression) -> Bool {
    switch expression {
    case .constant(.integer), .constant(.real), .constant(.decimal), .constant(.boolean): true
    default: false
    }
  }

  /// Whether the text of an expression begins with a prefix operator.
  private func isNegative(_ expression: Expression) -> Bool {
    switch expression {
    case .unary: true
    case .constant(.integer(let value)): value < 0
    case .constant(.real(let value)): value.sign == .minus
    case .constant(.decimal(let digits)): digits.hasPrefix("-")
    default: false
    }
  }

  private mutating func writeBare(_ expression: Expression) {
    switch expression {
    case .constant(let constant): write(constant)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + name
    case .assignment(let variable, let value):
      text += "$\(variable) := "
      write(value)
    case .path(let path): write(path)
    case .anyKey: text += "ANYKEY"
    case .function(let call): write(call)
    case .cast(let value, let type): write(value, castTo: type)
    case .element(let collection, let index):
      write(collection, in: .attachedTo)
      write(index)
    case .subquery(let subquery): write(subquery)
    case .conditional(let condition, let first, let second):
      write(condition, first, second)
    case .aggregate(let elements):
      text += "{"
      write(elements)
      text += "}"
    case .combination(let operation, let left, let right):
      writeInfix(left, operation.rawValue, right, .sets)
    case .arithmetic(let operation, let left, let right):
      writeInfix(
        left,
        operation.rawValue,
        right,
        InfixOperator.arithmetic(operation).precedence
      )
    case .unary(let operation, let operand):
      text += operation.rawValue
      write(operand, in: .underUnaryOperator)
    case .argument(let argument): write(argument)
    }
  }

  private mutating func writeInfix(
    _ left: Expression,
    _ operation: String,
    _ right: Expression,
    _ precedence: Precedence
  ) {
    write(left, in: .leftOf(precedence))
    text += " \(operation) "
    write(right, in: .rightOf(precedence))
  }

  /// Writes expressions separated by commas.
  private mutating func write(_ expressions: [Expression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      write(expression)
    }
  }

  private mutating func write(_ call: FunctionCall) {
    guard let receiver = call.receiver else {
      text += (call.isFetch ? "FETCH" : call.selector) + "("
      write(call.arguments)
      text += ")"
      return
    }
    text += "FUNCTION("
    write(receiver)
    text += ", "
    writeQuoted(call.selector)
    if !call.arguments.isEmpty { text += ", " }
    write(call.arguments)
    text += ")"
  }

  private mutating func write(_ value: Expression, castTo type: String) {
    text += "CAST("
    write(value)
    text += ", "
    writeQuoted(type)
    text += ")"
  }

  /// Writes `TERNARY`.
  private mutating func write(
    _ condition: Predicate,
    _ first: Expression,
    _ second: Expression
  ) {
    text += "TERNARY("
    write(condition)
    text += ", "
    write([first, second])
    text += ")"
  }

  private mutating func write(_ subquery: Subquery) {
    text += "SUBQUERY("
    write(subquery.collection)
    text += ", $\(subquery.variable), "
    write(subquery.predicate)
    text += ")"
  }

  private mutating func write(_ index: Subscript) {
    switch index {
    case .first: text += "[FIRST]"
    case .last: text += "[LAST]"
    case .size: text += "[SIZE]"
    case .element(let expression):
      text += "["
      write(expression)
      text += "]"
    }
  }

  private mutating func write(_ path: PropertyPath) {
    if let base = path.base {
      write(base, in: .attachedTo)
      text += "."
    }
    for (index, component) in path.components.enumerated() {
      if index > 0 { text += "." }
      switch component {
      case .key(let key):
        if Keyword.reservedWords.contains(uppercasedASCII(key.utf8)) { text += "#" }
        text += key
      case .collectionOperator(let name): text += "@" + name
      case .argument(let argument): write(argument)
      }
    }
  }

  private mutating func write(_ argument: FormatArgument) {
    text += argumentText(argument) ?? "%" + argument.conversion.rawValue
  }
}
