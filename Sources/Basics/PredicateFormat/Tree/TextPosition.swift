/// The position of something in the text that it was parsed from.
///
/// All positions are equal, so two trees that differ only in white space are the same tree.
package struct TextPosition: Sendable, Hashable {
  /// The offset in the UTF-8 form of the text, or nil for what was made in code.
  package let utf8Offset: Int?

  package init(utf8Offset: Int?) {
    self.utf8Offset = utf8Offset
  }

  package static let none = TextPosition(utf8Offset: nil)

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
