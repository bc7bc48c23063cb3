import PredicateFormat
import PropertyLists

extension CompiledModelReader {
  /// The text of an expression; nil for one without a textual form.
  mutating func expressionText(_ object: ArchivedObject, label: String) throws -> String? {
    try noting(label) { reader in try reader.expression(object, label: label, depth: 0).text() }
  }

  /// The text of a derivation as in a model file: `pages.@count` for `count:(pages)`.
  mutating func derivationText(_ object: ArchivedObject, label: String) throws -> String? {
    try noting(label) { reader in
      try reader.expression(object, label: label, depth: 0).writtenDerivationForm.text()
    }
  }

  mutating func expression(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    try charge()
    guard depth < Self.greatestPredicateDepth else {
      throw CompiledModelError("\(label): its expression is nested too deeply")
    }
    let number = try object.integer("NSExpressionType") ?? -1
    guard object.isKind(of: "NSExpression"), let code = ExpressionCode(rawValue: number) else {
      throw UnwritablePredicate("\(object.label) is not a known expression")
    }
    switch code {
    case .constant:
      return try constant(object, label: label, depth: depth)
    case .evaluatedObject:
      return .evaluatedObject
    case .variable:
      return .variable(try text("NSVariable", of: object, label: label))
    case .keyPath, .function:
      return try call(object, label: label, depth: depth)
    case .keyPathSpecifier:
      return .path(PropertyPath(keys: try text("NSKeyPath", of: object, label: label)))
    default:
      return try rareExpression(code, object, label: label, depth: depth)
    }
  }

  private mutating func constant(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    if let name = try object.string("NSConstantValueClassName") {
      return .cast(.constant(.string(name)), type: "Class")
    }
    guard let value = try object.value("NSConstantValue") else { return .constant(.null) }
    return try constant(value, label: label, depth: depth)
  }

  /// The text of a constant in a predicate; dates have no literal form there, so they are cast.
  private mutating func constant(
    _ value: ArchivedValue,
    label: String,
    depth: Int
  ) throws -> Expression {
    try charge()
    switch value {
    case .null: return .constant(.null)
    case .plain(.boolean(let flag)): return .constant(.boolean(flag))
    case .plain(.integer(let number)): return .constant(.integer(number))
    case .plain(.real(let number)): return .constant(.real(number))
    case .plain(.date(let seconds)): return .cast(.constant(.real(seconds)), type: "NSDate")
    default: break
    }
    if let text = try value.string {
      try charge(text.utf8.count / 64)
      return .constant(.string(text))
    }
    if let seconds = try dateInterval(value) {
      return .cast(.constant(.real(seconds)), type: "NSDate")
    }
    if let object = value.object, let number = try decimal(object) {
      return .constant(.decimal(number.text))
    }
    if let object = value.object, object.isKind(of: "NSNull") { return .constant(.null) }
    guard let object = value.object, object.isKind(of: "NSArray") || object.isKind(of: "NSSet"),
      depth < Self.greatestPredicateDepth
    else {
      throw UnwritablePredicate("a constant is \(value.kindName)")
    }
    var values: [Expression] = []
    for element in try elements(of: object) {
      values.append(try constant(element, label: label, depth: depth + 1))
    }
    return .aggregate(values)
  }

  /// A function, or the key path that is archived as a call of `valueForKeyPath:`.
  private mutating func call(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    let selector = try text("NSSelectorName", of: object, label: label)
    let operand = try required("NSOperand", of: object, label: label)
    var arguments: [Expression] = []
    var archived: [ArchivedObject] = []
    for argument in try elements("NSArguments", of: object) ?? [] {
      guard let argument = argument.object else {
        throw UnwritablePredicate("an argument of \(object.label) is \(argument.kindName)")
      }
      archived.append(argument)
      arguments.append(try symbolOrExpression(argument, label: label, depth: depth + 1))
    }
    if try operand.string("NSConstantValueClassName") == ExpressionNames.utilities {
      return try utility(selector, arguments, archived)
    }
    let base = try expression(operand, label: label, depth: depth + 1)
    guard selector == ExpressionNames.valueForKey || selector == FunctionCall.keyPathSelector,
      arguments.count == 1, case .path(let keys) = arguments[0], keys.base == nil
    else {
      return .function(FunctionCall(receiver: base, selector, arguments))
    }
    return .path(
      PropertyPath(base: base == .evaluatedObject ? nil : base, keys.components)
    )
  }

  /// The operator or notation that a function of `_NSPredicateUtilities` stands for.
  private func utility(
    _ selector: String,
    _ arguments: [Expression],
    _ archived: [ArchivedObject]
  ) throws -> Expression {
    if selector == FunctionCall.elementSelector, arguments.count == 2,
      let index = try archived[1].string("NSSymbol").flatMap(Subscript.init(named:))
    {
      return .element(of: arguments[0], index)
    }
    return .call(selector, arguments)
  }

  /// Reads an argument of a function, which may be one of the keywords for an index.
  private mutating func symbolOrExpression(
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    if try object.integer("NSExpressionType") == ExpressionCode.symbol.rawValue {
      return .path(PropertyPath(keys: try text("NSSymbol", of: object, label: label)))
    }
    return try expression(object, label: label, depth: depth)
  }

  private mutating func text(
    _ key: String,
    of object: ArchivedObject,
    label: String
  ) throws -> String {
    var found = try object.value(key)
    // A variable may be wrapped in an expression.
    if case .object(let inner) = found, inner.isKind(of: "NSVariableExpression") {
      found = try inner.value("NSVariable")
    }
    guard let text = try found?.string else {
      throw UnwritablePredicate("\(object.label) has no '\(key)'")
    }
    try charge(text.utf8.count / 64)
    return text
  }
}

/// Forms that occur in no compiled model that was examined; see ``CompiledModelWriter``.
extension CompiledModelReader {
  private mutating func rareExpression(
    _ code: ExpressionCode,
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    switch code {
    case .unionSet: return try combination(.union, object, label: label, depth: depth)
    case .intersectSet: return try combination(.intersect, object, label: label, depth: depth)
    case .minusSet: return try combination(.minus, object, label: label, depth: depth)
    case .assignment:
      let variable = try text("NSAssignmentVariable", of: object, label: label)
      let value = try part("NSSubexpression", of: object, label: label, depth: depth)
      return .assignment(variable: variable, value: value)
    case .subquery:
      let collection = try part("NSCollection", of: object, label: label, depth: depth)
      let variable = try text("NSVariable", of: object, label: label)
      let condition = try required("NSPredicate", of: object, label: label)
      return .subquery(
        Subquery(
          collection,
          variable: variable,
          predicate: try predicate(condition, label: label, depth: depth + 1)
        )
      )
    case .conditional:
      let condition = try required("NSPredicate", of: object, label: label)
      return .conditional(
        try predicate(condition, label: label, depth: depth + 1),
        then: try part("NSTrueExpression", of: object, label: label, depth: depth),
        else: try part("NSFalseExpression", of: object, label: label, depth: depth)
      )
    case .aggregate:
      var values: [Expression] = []
      for element in try elements("NSCollection", of: object) ?? [] {
        values.append(try expressionOrConstant(element, label: label, depth: depth + 1))
      }
      return .aggregate(values)
    case .anyKey:
      return .anyKey
    default:
      throw UnwritablePredicate("\(object.label) is not allowed here")
    }
  }

  /// Reads an element of a list, which may be an expression or a plain value.
  private mutating func expressionOrConstant(
    _ value: ArchivedValue,
    label: String,
    depth: Int
  ) throws -> Expression {
    if let object = value.object, object.isKind(of: "NSExpression") {
      return try expression(object, label: label, depth: depth)
    }
    return try constant(value, label: label, depth: depth)
  }

  private mutating func combination(
    _ operation: SetOperator,
    _ object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    .combination(
      operation,
      try part("NSLeftExpression", of: object, label: label, depth: depth),
      try part("NSRightExpression", of: object, label: label, depth: depth)
    )
  }

  private mutating func part(
    _ key: String,
    of object: ArchivedObject,
    label: String,
    depth: Int
  ) throws -> Expression {
    try expression(
      try required(key, of: object, label: label),
      label: label,
      depth: depth + 1
    )
  }
}

extension Expression {
  /// The inverse of ``derivationForm``.
  fileprivate var writtenDerivationForm: Expression {
    guard case .function(let call) = self, call.receiver == nil, call.arguments.count == 1,
      case .path(var path) = call.arguments[0], path.base == nil
    else { return self }
    let names = ["sum:": "sum", "min:": "min", "max:": "max", "average:": "avg"]
    if call.selector == "count:" {
      path.components.append(.collectionOperator("count"))
    } else if let name = names[call.selector], path.components.count > 1 {
      path.components.insert(.collectionOperator(name), at: path.components.count - 1)
    } else {
      return self
    }
    return .path(path)
  }
}
