/// A text in which markers such as `«1»` show where problems are expected.
struct MarkedText {
  /// The text without its markers.
  let text: String

  /// Line and column of each marker.
  let places: [String: String]

  init(_ marked: String) {
    var text = ""
    var places: [String: String] = [:]
    var line = 1
    var column = 1
    var rest = Substring(marked)
    while let character = rest.popFirst() {
      if character == "«", let end = rest.firstIndex(of: "»") {
        places[String(rest[..<end])] = "\(line):\(column)"
        rest = rest[rest.index(after: end)...]
        continue
      }
      text.append(character)
      if character == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    self.text = text
    self.places = places
  }
}
