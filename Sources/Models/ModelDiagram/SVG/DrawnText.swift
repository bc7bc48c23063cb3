import Texts

/// Text as it stands in a picture.
enum DrawnText {
  /// The text without what cannot be drawn, escaped for content and attribute values alike.
  static func escaped(_ text: String) -> String {
    MarkupText.escaped(BoxText.drawable(text), also: [.quotes, .apostrophes])
  }
}
