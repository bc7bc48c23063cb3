/// The reason why a compiled model cannot be read, or a model cannot be compiled.
package struct CompiledModelError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a final full stop.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
