/// A format argument: `%@`, `%K`, `%ld`.
package struct FormatArgument: Sendable, Hashable {
  /// The zero-based index of the argument, in text order.
  package var index: Int

  package var conversion: Conversion

  package init(index: Int, _ conversion: Conversion) {
    self.index = index
    self.conversion = conversion
  }

  /// The conversion specifier.
  ///
  /// Length modifiers (`%ld`, `%hhu`) are ignored: arguments know their own type.
  package enum Conversion: String, Sendable, Hashable, CaseIterable {
    case object = "@"
    case keyPath = "K"
    case signedInteger = "d"
    case unsignedInteger = "u"
    case real = "f"
    case character = "c"
    case cString = "s"
    case pointer = "p"
  }
}
