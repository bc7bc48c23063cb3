import PredicateFormat
import PropertyLists

extension CompiledModelWriter {
  /// Adds the expression that a text describes.
  mutating func addExpression(
    _ text: String,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    try add(try Self.parse(text, label: label), label: label)
  }

  /// Adds the expression of a derived attribute: `pages.@count` becomes `count:(pages)`.
  mutating func addDerivation(
    _ text: String,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    try add(try Self.parse(text, label: label).derivationForm, label: label)
  }

  private static func parse(
    _ text: String,
    label: String
  ) throws(CompiledModelError) -> Expression {
    do throws(PredicateSyntaxError) {
      return try Expression(parsing: text, allowsArguments: false)
    } catch {
      throw CompiledModelError(
        "\(label): the expression '\(text)' cannot be read: \(error.message)"
      )
    }
  }

  mutating func add(
    _ expression: Expression,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    switch expression {
    case .constant(let constant):
      return addConstant(add(constant))
    case .evaluatedObject:
      return sharedEvaluatedObject()
    case .variable(let name):
      let reference = add(.variable, CompiledClasses.variable)
      set("NSVariable", of: reference, to: name)
      return reference
    case .path(let path):
      return try add(path, label: label)
    case .function(let call):
      return try add(call, label: label)
    case .cast(let value, let type):
      let name = addConstant(builder.add(type))
      return addUtility(FunctionCall.castSelector, [try add(value, label: label), name])
    case .element(let collection, let index):
      let collection = try add(collection, label: label)
      return addUtility(FunctionCall.elementSelector, [collection, try add(index, label: label)])
    case .arithmetic(let operation, let left, let right):
      let left = try add(left, label: label)
      return addUtility(operation.selector, [left, try add(right, label: label)])
    case .unary(let operation, let operand):
      return add(operation, try add(operand, label: label))
    case .argument:
      throw CompiledModelError("\(label): a model file cannot supply the argument '\(expression)'")
    case .assignment, .anyKey, .subquery, .conditional, .aggregate, .combination:
      return try addRare(expression, label: label)
    }
  }

  /// Adds a constant expression of an archived value; none for `nil`.
  mutating func addConstant(
    _ value: KeyedArchiveBuilder.Reference?
  ) -> KeyedArchiveBuilder.Reference {
    let reference = add(.constant, CompiledClasses.constant)
    set("NSConstantValue", of: reference, to: value)
    return reference
  }

  private mutating func add(_ constant: Constant) -> KeyedArchiveBuilder.Reference? {
    switch constant {
    case .null: nil
    case .boolean(let value): builder.add(plain: .boolean(value))
    case .integer(let value): builder.add(plain: .integer(value))
    case .real(let value): builder.add(plain: .real(value))
    case .decimal(let digits):
      DecimalNumber(digits).map { add($0) } ?? builder.add(plain: .real(Double(digits) ?? 0))
    case .string(let text): builder.add(text)
    }
  }

  private mutating func sharedEvaluatedObject() -> KeyedArchiveBuilder.Reference {
    if let evaluatedObject { return evaluatedObject }
    let reference = add(.evaluatedObject, CompiledClasses.evaluatedObject)
    evaluatedObject = reference
    return reference
  }

  /// Adds an expression with its type only.
  private mutating func add(
    _ code: ExpressionCode,
    _ class: ArchivedClass
  ) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(`class`)
    set("NSExpressionType", of: reference, to: code.rawValue)
    return reference
  }

  /// Adds a key path: `[SELF valueForKey:]` on the object itself, a function on anything else.
  private mutating func add(
    _ path: PropertyPath,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    guard let keys = PropertyPath(path.components).dottedKeys else {
      throw CompiledModelError("\(label): a model file cannot supply the argument '%K'")
    }
    let base = path.base ?? .evaluatedObject
    let startsAtObject = base == .evaluatedObject
    let reference = add(startsAtObject ? .keyPath : .function, CompiledClasses.keyPath)
    let selector =
      startsAtObject && path.components.count == 1
      ? ExpressionNames.valueForKey : FunctionCall.keyPathSelector
    set("NSSelectorName", of: reference, to: selector)
    set("NSOperand", of: reference, to: try add(base, label: label))
    let specifier = add(.keyPathSpecifier, CompiledClasses.keyPathSpecifier)
    set("NSKeyPath", of: specifier, to: keys)
    set("NSArguments", of: reference, to: collection([specifier], CompiledClasses.mutableArray))
    return reference
  }

  private mutating func add(
    _ call: FunctionCall,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    var arguments: [KeyedArchiveBuilder.Reference] = []
    for argument in call.arguments { arguments.append(try add(argument, label: label)) }
    guard let receiver = call.receiver else { return addUtility(call.selector, arguments) }
    return addFunction(call.selector, of: try add(receiver, label: label), arguments)
  }

  /// Adds a call of a function of `_NSPredicateUtilities`.
  private mutating func addUtility(
    _ selector: String,
    _ arguments: [KeyedArchiveBuilder.Reference]
  ) -> KeyedArchiveBuilder.Reference {
    let utilities = add(.constant, CompiledClasses.constant)
    set("NSConstantValueClassName", of: utilities, to: ExpressionNames.utilities)
    return addFunction(selector, of: utilities, arguments)
  }

  private mutating func addFunction(
    _ selector: String,
    of receiver: KeyedArchiveBuilder.Reference,
    _ arguments: [KeyedArchiveBuilder.Reference]
  ) -> KeyedArchiveBuilder.Reference {
    let reference = add(.function, CompiledClasses.function)
    set("NSSelectorName", of: reference, to: selector)
    set("NSOperand", of: reference, to: receiver)
    set("NSArguments", of: reference, to: collection(arguments, CompiledClasses.array))
    return reference
  }

  /// Adds a negation as a subtraction from zero, since there is no function for it.
  private mutating func add(
    _ operation: UnaryOperator,
    _ operand: KeyedArchiveBuilder.Reference
  ) -> KeyedArchiveBuilder.Reference {
    switch operation {
    case .negate:
      let zero = addConstant(builder.add(plain: .integer(0)))
      return addUtility(ArithmeticOperator.subtract.selector, [zero, operand])
    case .onesComplement:
      return addUtility(FunctionCall.onesComplementSelector, [operand])
    }
  }
}

/// Forms that occur in no compiled model that was examined. Their keys are not established; reading returns
/// what was written.
extension CompiledModelWriter {
  private mutating func addRare(
    _ expression: Expression,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    switch expression {
    case .assignment(let variable, let value):
      let reference = add(.assignment, CompiledClasses.assignment)
      set("NSAssignmentVariable", of: reference, to: variable)
      set("NSSubexpression", of: reference, to: try add(value, label: label))
      return reference
    case .subquery(let subquery):
      let reference = add(.subquery, CompiledClasses.subquery)
      set("NSCollection", of: reference, to: try add(subquery.collection, label: label))
      set("NSVariable", of: reference, to: subquery.variable)
      set("NSPredicate", of: reference, to: try add(subquery.predicate, label: label))
      return reference
    case .conditional(let condition, let first, let second):
      let reference = add(.conditional, CompiledClasses.ternary)
      set("NSPredicate", of: reference, to: try add(condition, label: label))
      set("NSTrueExpression", of: reference, to: try add(first, label: label))
      set("NSFalseExpression", of: reference, to: try add(second, label: label))
      return reference
    case .aggregate(let elements):
      let reference = add(.aggregate, CompiledClasses.aggregate)
      var items: [KeyedArchiveBuilder.Reference] = []
      for element in elements { items.append(try add(element, label: label)) }
      set("NSCollection", of: reference, to: collection(items, CompiledClasses.array))
      return reference
    case .combination(let operation, let left, let right):
      let reference = add(operation.code, CompiledClasses.setExpression)
      set("NSLeftExpression", of: reference, to: try add(left, label: label))
      set("NSRightExpression", of: reference, to: try add(right, label: label))
      return reference
    default:
      return add(.anyKey, CompiledClasses.anyKey)
    }
  }

  private mutating func add(
    _ index: Subscript,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    if case .element(let expression) = index { return try add(expression, label: label) }
    let reference = add(.symbol, CompiledClasses.symbol)
    set("NSSymbol", of: reference, to: index.name ?? "")
    return reference
  }
}
