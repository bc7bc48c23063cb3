extension Predicate {
  /// Parses a predicate, such as `name CONTAINS[cd] "a" AND age >= $minimum`.
  ///
  /// A key path alone tests whether its value is true: `isOpen` is `isOpen == TRUE`.
  ///
  /// - Parameters:
  ///   - text: The text of the predicate.
  ///   - allowsArguments: Whether `%@` and similar may occur. A text in a model file has no program to
  ///     supply them.
  ///   - maximumDepth: The greatest depth of nested parentheses and operators.
  /// - Throws: The error in the text, with its position.
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
  /// Parses an expression, such as `canonical:(name)`, `pages.@count` or `price * 1.19`.
  ///
  /// - Parameters:
  ///   - text: The text of the expression.
  ///   - allowsArguments: Whether `%@` and similar may occur.
  ///   - maximumDepth: The greatest depth of nested parentheses and operators.
  /// - Throws: The error in the text, with its position.
  package init(
    parsing text: String,
    allowsArguments: Bool = true,
    maximumDepth: Int = defaultMaximumDepth
  ) throws(PredicateSyntaxError) {
    var parser = try Parser(text, allowsArguments: allowsArguments, maximumDepth: maximumDepth)
    self = try parser.wholeExpression()
  }
}

/// The default greatest depth of a text.
///
/// It suffices for texts that people write and programs compose. Reading, comparing or printing a tree of this depth
/// takes at most 1 MB of stack, and 2 MB without optimization.
package let defaultMaximumDepth = 128
