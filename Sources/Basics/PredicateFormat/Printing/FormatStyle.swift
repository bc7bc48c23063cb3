/// A style of printing trees.
package enum FormatStyle: Sendable, Hashable {
  /// Lossless: parsing the text gives an equal tree.
  case faithful

  /// The format of Apple's `predicateFormat`: constants are printed as the description of their `NSNumber`, so `TRUE`
  /// is `1` and `2.0` is `2`.
  case apple
}

extension Predicate {
  /// The text of the predicate in the format of Apple's `predicateFormat`.
  package var predicateFormat: String { text(.apple) }

  /// The text of the predicate.
  ///
  /// - Parameters:
  ///   - style: The printing style.
  ///   - arguments: Returns the text of an argument, such as a key path or a quoted string; nil prints the argument
  ///     as `%@`.
  /// - Returns: Text that `Predicate(parsing:)` accepts.
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
  ///   - style: The printing style.
  ///   - arguments: Returns the text of an argument; nil prints the argument as `%@`.
  /// - Returns: Text that `Expression(parsing:)` accepts.
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
