/// An expression: a key path, a constant, an operator, a call.
package indirect enum Expression: Sendable, Hashable {
  case constant(Constant)

  /// `SELF`: the evaluated object.
  case evaluatedObject

  /// `$name`: a free variable, or one bound by a subquery.
  case variable(String)

  /// `$name := value`
  case assignment(variable: String, value: Expression)

  /// `master.pets.@count`
  case path(PropertyPath)

  /// `ANYKEY`: any property of the object, as in queries of a search index.
  case anyKey

  /// `now()`, `canonical:(title)`, `FUNCTION(a, "selector:", b)`
  case function(FunctionCall)

  /// `CAST(value, "NSDate")`
  case cast(Expression, type: String)

  /// `pages[FIRST]`
  case element(of: Expression, Subscript)

  /// `SUBQUERY(pages, $page, $page.isRead == 1)`
  case subquery(Subquery)

  /// `TERNARY(condition, then, else)`
  case conditional(Predicate, then: Expression, else: Expression)

  /// `{1, 2, 3}`
  case aggregate([Expression])

  case combination(SetOperator, Expression, Expression)
  case arithmetic(ArithmeticOperator, Expression, Expression)
  case unary(UnaryOperator, Expression)

  /// `%@`, `%d`: a format argument. (`%K` is a component of a `.path`.)
  case argument(FormatArgument)
}

/// `SUBQUERY(collection, $variable, predicate)`: the members that match the predicate.
package struct Subquery: Sendable, Hashable {
  package var collection: Expression

  /// The name of the variable bound to the member, without `$`.
  package var variable: String

  package var predicate: Predicate

  package init(_ collection: Expression, variable: String, predicate: Predicate) {
    self.collection = collection
    self.variable = variable
    self.predicate = predicate
  }
}

/// The index in brackets after a collection.
package indirect enum Subscript: Sendable, Hashable {
  case first
  case last
  /// `[SIZE]`: the number of elements.
  case size
  /// `[2]` of an ordered collection, `["key"]` of a dictionary.
  case element(Expression)
}
