/// The way in which a tree is written.
package enum FormatStyle: Sendable, Hashable {
  /// Everything that the tree distinguishes is written differently: reading the text gives the same tree again.
  case faithful

  /// As Apple's `predicateFormat` has it: constants are written as their `NSNumber` describes itself, so
  /// `TRUE` is `1` and `2.0` is `2`.
  case apple
}

extension Predicate {
  /// The text of the predicate as Apple's `predicateFormat` has it.
  package var predicateFormat: String { text(.apple) }

  /// The text of the predicate.
  ///
  /// - Parameters:
  ///   - style: How it is written.
  ///   - arguments: The text of an argument, such as a key path or a quoted string; where it is nil, the
  ///     argument is written as `%@`.
  /// - Returns: The text, which `Predicate(parsing:)` reads.
  package func text(
    _ style: FormatStyle = .faithful,
    arguments: (FormatArgument) -> String? = { _ in nil }
  ) -> String {
    withoutActuallyEscaping(arguments) { arguments in
      var printer = FormatPrinter(style: style, argumentText: arguments)
      printer.write(self)
      return printer.text
    }
  }
}

extension Predicate: CustomStringConvertible {
  package var description: String { text() }
}

extension Expression {
  /// The text of the expression.
  ///
  /// - Parameters:
  ///   - style: How it is written.
  ///   - arguments: The text of an argument; where it is nil, the argument is written as `%@`.
  /// - Returns: The text, which `Expression(parsing:)` reads.
  package func text(
    _ style: FormatStyle = .faithful,
    arguments: (FormatArgument) -> String? = { _ in nil }
  ) -> String {
    withoutActuallyEscaping(arguments) { arguments in
      var printer = FormatPrinter(style: style, argumentText: arguments)
      printer.write(self)
      return printer.text
    }
  }
}

extension Expression: CustomStringConvertible {
  package var description: String { text() }
}
