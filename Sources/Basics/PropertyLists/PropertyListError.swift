/// The reason why bytes are not a property list that can be read.
package struct PropertyListError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a final full stop.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
