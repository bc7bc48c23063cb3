/// Text as it stands in XML.
enum XMLText {
  /// The text with what has a meaning in XML escaped, for content and attribute values alike.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in BoxText.drawable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
