/// The reason why an archive does not hold what was asked of it.
package struct KeyedArchiveError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a final full stop.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
