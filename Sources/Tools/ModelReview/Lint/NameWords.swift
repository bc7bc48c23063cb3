/// The words of a name, in lower case: `unitPriceEUR` is `unit`, `price`, `eur`.
enum NameWords {
  static func of(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, !word.isEmpty {
        let followsSmall = !characters[index - 1].isUppercase
        // `IDs` is one word, a plural.
        let precedesSmall =
          index + 1 < characters.count && characters[index + 1].isLowercase
          && !isPlural(characters[(index + 1)...])
        if followsSmall || precedesSmall {
          words.append(word)
          word = ""
        }
      }
      word += character.lowercased()
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func isPlural(_ rest: ArraySlice<Character>) -> Bool {
    rest.first == "s" && !(rest.dropFirst().first?.isLowercase ?? false)
  }
}
