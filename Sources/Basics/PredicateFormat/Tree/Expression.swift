/// Something with a value: a key path, a constant, a calculation.
package indirect enum Expression: Sendable, Hashable {
  case constant(Constant)

  /// `SELF`: the object that the predicate is asked about.
  case evaluatedObject

  /// `$name`, to be supplied before the predicate is used, or bound by a subquery.
  case variable(String)

  /// `$name := value`
  case assignment(variable: String, value: Expression)

  /// `master.pets.@count`
  case path(PropertyPath)

  /// `ANYKEY`: any property of the object, as searches of an index use it.
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

  /// `%@`, `%d`: a value that is handed over beside the text. (`%K` is a component of a `.path`.)
  case argument(FormatArgument)
}

/// `SUBQUERY(collection, $variable, predicate)`: the members for which the predicate holds.
package struct Subquery: Sendable, Hashable {
  package var collection: Expression

  /// The name, without `$`, under which the predicate knows the member.
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
