/// The source position of a node.
///
/// All positions are equal, so two trees that differ only in white space are equal.
package struct TextPosition: Sendable, Hashable {
  /// The UTF-8 offset; nil for nodes made in code.
  package let utf8Offset: Int?

  package init(utf8Offset: Int?) {
    self.utf8Offset = utf8Offset
  }

  package static let none = TextPosition(utf8Offset: nil)

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
