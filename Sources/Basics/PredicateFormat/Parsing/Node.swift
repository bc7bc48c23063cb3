/// A part of the tree while it is being built.
struct Node {
  enum Content {
    case predicate(Predicate)
    case expression(Expression)
  }

  var content: Content

  /// The beginning of the part in the text.
  var start: Int

  /// The height of the part's tree.
  var height: Int

  init(_ predicate: Predicate, start: Int, height: Int) {
    content = .predicate(predicate)
    self.start = start
    self.height = height
  }

  init(_ expression: Expression, start: Int, height: Int) {
    content = .expression(expression)
    self.start = start
    self.height = height
  }
}

extension Parser {
  /// The node as an expression, which it must be.
  func expression(_ node: Node) throws(PredicateSyntaxError) -> Expression {
    switch node.content {
    case .expression(let expression):
      return expression
    case .predicate:
      throw PredicateSyntaxError(
        "expected a value, found a condition",
        at: node.start,
        hint: "TERNARY(condition, 1, 0) makes a value of one"
      )
    }
  }

  /// The node as a predicate, which it must be, or a key path that represents one.
  func predicate(_ node: Node) throws(PredicateSyntaxError) -> Predicate {
    switch node.content {
    case .predicate(let predicate):
      return predicate
    case .expression(.path(let path)):
      return .comparison(Comparison(.path(path), .equalTo, .constant(.boolean(true))))
    case .expression:
      throw PredicateSyntaxError(
        "expected a condition, found only a value",
        at: node.start,
        hint: "compare it with something, as in 'age > 25'"
      )
    }
  }
}
