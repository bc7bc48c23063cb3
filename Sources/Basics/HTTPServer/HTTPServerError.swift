/// The reason why a server could not start.
package struct HTTPServerError: Error, CustomStringConvertible, Equatable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
