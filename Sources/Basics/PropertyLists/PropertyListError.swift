/// An error in the bytes of a property list.
package struct PropertyListError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a final period.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
