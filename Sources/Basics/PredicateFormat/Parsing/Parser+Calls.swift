/// Arguments of a call, and the greatest height of their trees.
private struct CallArguments {
  var expressions: [Expression] = []
  var height = 0
}

extension Parser {
  /// Reads the arguments of `count:(a)`, `add:to:(a, b)`, `sum(a)` or `now()`.
  mutating func call(_ name: String, start: Int) throws(PredicateSyntaxError) -> Node {
    guard name.last == ":" || !name.contains(":") else {
      throw PredicateSyntaxError(
        "'\(name)' is not a function",
        at: start,
        hint: "every part of a function's name ends with ':', as in add:to:(a, b)"
      )
    }
    try expect(.openParenthesis, "after the function's name")
    let arguments = try restOfArguments()
    let colons = name.utf8.count { $0 == UInt8(ascii: ":") }
    guard colons == 0 || colons == arguments.expressions.count else {
      throw PredicateSyntaxError(
        "'\(name)' takes \(colons) \(colons == 1 ? "argument" : "arguments"), not "
          + "\(arguments.expressions.count)",
        at: start
      )
    }
    var selector = name
    if colons == 0 {
      selector = try selectorOfShortName(name, arguments.expressions.count, start: start)
    }
    return Node(
      Expression.call(selector, arguments.expressions),
      start: start,
      height: arguments.height + 1
    )
  }

  /// The selector of a function that is called without its colons: `sum(a)` means `sum:`.
  private func selectorOfShortName(
    _ name: String,
    _ argumentCount: Int,
    start: Int
  ) throws(PredicateSyntaxError) -> String {
    guard argumentCount > 0 else { return name }
    let match = FunctionCall.builtInSelectors.first { selector in
      selector.hasPrefix(name + ":")
        && selector.utf8.count { $0 == UInt8(ascii: ":") } == argumentCount
    }
    if let match { return match }
    guard argumentCount == 1 else {
      throw PredicateSyntaxError(
        "no function '\(name)' takes \(argumentCount) arguments",
        at: start
      )
    }
    return name + ":"
  }

  /// Reads the rest of `FUNCTION(receiver, "selector:", arguments…)`.
  mutating func functionCall(start: Int) throws(PredicateSyntaxError) -> Node {
    try advance()
    let receiver = try node()
    try expect(.comma, "after the receiver")
    guard case .string(let selector) = token.kind else {
      throw PredicateSyntaxError(
        "expected a selector in quotation marks, found \(shown(token))",
        at: token.start
      )
    }
    try advance()
    var arguments = CallArguments()
    if try take(.comma) {
      arguments = try restOfArguments()
    } else {
      try expect(.closeParenthesis, "after the selector")
    }
    let call = FunctionCall(
      receiver: try expression(receiver),
      selector,
      arguments.expressions
    )
    return Node(
      .function(call),
      start: start,
      height: max(receiver.height, arguments.height) + 1
    )
  }

  /// Reads expressions separated by commas, and the parenthesis that ends them.
  private mutating func restOfArguments() throws(PredicateSyntaxError) -> CallArguments {
    var arguments = CallArguments()
    if try take(.closeParenthesis) { return arguments }
    repeat {
      let argument = try node()
      arguments.expressions.append(try expression(argument))
      arguments.height = max(arguments.height, argument.height)
    } while try take(.comma)
    try expect(.closeParenthesis, "after the arguments")
    return arguments
  }

  /// Reads the rest of `CAST(value, "type")`.
  mutating func cast(start: Int) throws(PredicateSyntaxError) -> Node {
    try advance()
    let value = try node()
    try expect(.comma, "before the type of CAST")
    guard case .string(let type) = token.kind else {
      throw PredicateSyntaxError(
        "expected a type in quotation marks, found \(shown(token))",
        at: token.start,
        hint: "as in CAST(x, \"NSDate\")"
      )
    }
    try advance()
    try expect(.closeParenthesis, "after the type")
    return Node(
      .cast(try expression(value), type: type),
      start: start,
      height: value.height + 1
    )
  }

  /// Reads the rest of `FETCH(request, context, countOnly)`.
  mutating func fetch(start: Int) throws(PredicateSyntaxError) -> Node {
    try advance()
    let arguments = try restOfArguments()
    guard arguments.expressions.count == 3 else {
      throw PredicateSyntaxError(
        "FETCH takes 3 arguments, not \(arguments.expressions.count)",
        at: start,
        hint: "as in FETCH(%@, %@, NO): a request, a context, and whether to count only"
      )
    }
    return Node(
      .function(FunctionCall(FunctionCall.fetchSelector, arguments.expressions)),
      start: start,
      height: arguments.height + 1
    )
  }

  /// Reads the rest of `TERNARY(condition, a, b)`.
  mutating func ternary(start: Int) throws(PredicateSyntaxError) -> Node {
    try advance()
    let condition = try node()
    try expect(.comma, "after the condition of TERNARY")
    let first = try node()
    try expect(.comma, "between the values of TERNARY")
    let second = try node()
    try expect(.closeParenthesis, "after the values of TERNARY")
    return Node(
      .conditional(
        try predicate(condition),
        then: try expression(first),
        else: try expression(second)
      ),
      start: start,
      height: max(condition.height, first.height, second.height) + 1
    )
  }

  /// Reads the rest of `SUBQUERY(collection, $variable, predicate)`.
  mutating func subquery(start: Int) throws(PredicateSyntaxError) -> Node {
    try advance()
    let collection = try node()
    try expect(.comma, "after the collection of SUBQUERY")
    guard case .variable(let variable) = token.kind else {
      throw PredicateSyntaxError(
        "expected a variable, found \(shown(token))",
        at: token.start,
        hint: "as in SUBQUERY(pages, $page, $page.isRead == 1)"
      )
    }
    try advance()
    try expect(.comma, "after the variable of SUBQUERY")
    let condition = try node()
    try expect(.closeParenthesis, "after the predicate of SUBQUERY")
    let subquery = Subquery(
      try expression(collection),
      variable: variable,
      predicate: try predicate(condition)
    )
    return Node(
      .subquery(subquery),
      start: start,
      height: max(collection.height, condition.height) + 1
    )
  }
}
