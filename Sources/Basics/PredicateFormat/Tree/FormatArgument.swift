/// A value that is handed over beside the text: `%@`, `%K`, `%ld`.
package struct FormatArgument: Sendable, Hashable {
  /// The number of the argument that it takes, counted from 0 in the order of the text.
  package var index: Int

  package var conversion: Conversion

  package init(index: Int, _ conversion: Conversion) {
    self.index = index
    self.conversion = conversion
  }

  /// The interpretation of the argument.
  ///
  /// Widths (`%ld`, `%hhu`) are read and forgotten: arguments know their own type.
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
