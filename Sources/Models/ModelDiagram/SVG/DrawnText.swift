import Texts

/// Text in pictures.
enum DrawnText {
  /// The text without undrawable characters, escaped for content and attribute values alike.
  static func escaped(_ text: String) -> String {
    MarkupText.escaped(BoxText.drawable(text), also: [.quotes, .apostrophes])
  }
}
