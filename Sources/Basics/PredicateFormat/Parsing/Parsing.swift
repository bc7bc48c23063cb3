extension Predicate {
  /// Reads a predicate, such as `name CONTAINS[cd] "a" AND age >= $minimum`.
  ///
  /// A key path that stands alone asks whether its value is true: `isOpen` is `isOpen == TRUE`.
  ///
  /// - Parameters:
  ///   - text: The text of the predicate.
  ///   - allowsArguments: Whether `%@` and its like may occur. A text in a model file has no program to
  ///     supply them.
  ///   - maximumDepth: How deeply parentheses and operators may nest.
  /// - Throws: What is wrong with the text, and where.
  package init(
    parsing text: String,
    allowsArguments: Bool = true,
    maximumDepth: Int = defaultMaximumDepth
  ) throws(PredicateSyntaxError) {
    var parser = try Parser(text, allowsArguments: allowsArguments, maximumDepth: maximumDepth)
    self = try parser.wholePredicate()
  }
}

extension Expression {
  /// Reads an expression, such as `canonical:(name)`, `pages.@count` or `price * 1.19`.
  ///
  /// - Parameters:
  ///   - text: The text of the expression.
  ///   - allowsArguments: Whether `%@` and its like may occur.
  ///   - maximumDepth: How deeply parentheses and operators may nest.
  /// - Throws: What is wrong with the text, and where.
  package init(
    parsing text: String,
    allowsArguments: Bool = true,
    maximumDepth: Int = defaultMaximumDepth
  ) throws(PredicateSyntaxError) {
    var parser = try Parser(text, allowsArguments: allowsArguments, maximumDepth: maximumDepth)
    self = try parser.wholeExpression()
  }
}

/// The greatest depth of a text unless something else is asked for.
///
/// It is deep enough for what people write and programs compose. To read, compare or print a tree this
/// deep takes at most 1 MB of stack, and 2 MB without optimisation.
package let defaultMaximumDepth = 128
