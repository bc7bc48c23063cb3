/// A value of an archive that is missing or has another type than expected.
package struct KeyedArchiveError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a final period.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
