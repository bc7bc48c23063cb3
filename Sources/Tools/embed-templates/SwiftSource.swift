/// The Swift source that holds the files of template sets.
///
/// Every text is a `StaticString`: it is in the read-only data of the program and costs nothing until
/// it is used.
struct SwiftSource {
  private let sets: [TemplateFolder]

  init(_ sets: [TemplateFolder]) {
    self.sets = sets
  }

  var text: String {
    var text = """
      // Made by 'make templates' of the files in Templates/. Edit those.
      // swift-format-ignore-file

      extension BundledFile {
        static let all: [BundledFile] = [

      """
    for set in sets {
      for file in set.files {
        text += "    BundledFile(set: \(literal(set.name)), path: \(literal(file.path)), "
        text += "text: \(literal(file.text))),\n"
      }
    }
    return text + "  ]\n}\n"
  }

  /// A literal on one line with escapes.
  private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
