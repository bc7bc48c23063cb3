/// An edit on one line: words separated by spaces, and quoted as in a shell.
package enum EditLine {
  /// Splits a line into its words; a comment at its end is dropped.
  package static func words(_ line: String) throws(EditProblem) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else {
          word = (word ?? "") + String(character)
        }
      } else {
        switch character {
        case "'", "\"":
          quote = character
          word = word ?? ""
        case "\\":
          isEscaped = true
          word = word ?? ""
        case " ", "\t", "\r", "\r\n":
          if let done = word { words.append(done) }
          word = nil
        case "#" where word == nil: return words
        default: word = (word ?? "") + String(character)
        }
      }
    }
    guard quote == nil, !isEscaped else {
      throw EditProblem("a quotation mark is not closed, or the line ends in a backslash")
    }
    if let word { words.append(word) }
    return words
  }

  /// Joins words into a line, quoting them where necessary.
  package static func line(of words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:=/,+@%$\\"
  )

  private static func quoted(_ word: String) -> String {
    if !word.isEmpty, !word.contains("\\"), word.allSatisfy(plain.contains) { return word }
    // Inside single quotes every character is literal.
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
