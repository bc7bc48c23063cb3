/// A declaration in a normalized form, without what makes no difference to its callers.
///
/// Two declarations with the same normalized form can be called in the same ways: names of parameters inside a
/// function, attributes, `final`, `let` for a read-only property and the like are removed.
struct Declaration: CustomStringConvertible {
  private let tokens: [String]

  init(_ text: String) {
    var tokens = Self.tokens(of: text)
    Self.removeAttributes(from: &tokens)
    // `nonisolated(nonsending)`: callers are source compatible.
    if tokens.starts(with: ["nonisolated", "(", "nonsending", ")"]) { tokens.removeFirst(4) }
    tokens.removeAll { Self.ignored.contains($0) }
    if let first = tokens.first, Self.typeKeywords.contains(first), !tokens.isMember {
      tokens = ["type", tokens[1]]
    }
    tokens = tokens.map { Self.synonyms[$0] ?? $0 }
    Self.removeParameterNames(from: &tokens)
    Self.normalizeProperty(&tokens)
    self.tokens = tokens
  }

  /// Whether code that uses one declaration compiles with the other.
  ///
  /// The known declarations of Apple lack the arguments of some generic types; `Set` admits any set.
  func admits(_ other: Declaration) -> Bool {
    var index = 0
    for token in other.tokens {
      if index < tokens.count, tokens[index] == token {
        index += 1
      } else if token == "<" {
        return admitsWithoutArguments(other)
      } else {
        return false
      }
    }
    return index == tokens.count
  }

  private func admitsWithoutArguments(_ other: Declaration) -> Bool {
    var depth = 0
    var rest: [String] = []
    for token in other.tokens {
      if token == "<" { depth += 1 }
      if depth == 0 { rest.append(token) }
      if token == ">" { depth -= 1 }
    }
    return !tokens.contains("<") && rest == tokens
  }

  var description: String { tokens.joined(separator: " ") }

  private static let ignored: Set<String> = [
    "open", "public", "final", "override", "convenience", "required", "dynamic", "optional",
    "mutating", "nonisolated", "weak", "any", "indirect", "case",
  ]

  /// Synonyms, which either declaration may use.
  private static let synonyms = [
    "class": "static", "Notification.Name": "NSNotification.Name", "_NSExpression": "NSExpression",
    "_NSExpressionType": "NSExpression.ExpressionType", "Void": "()",
  ]

  private static let typeKeywords: Set<String> = ["class", "struct", "enum", "protocol"]
}

extension [String] {
  /// Whether a declaration that begins with `class` is a class member.
  fileprivate var isMember: Bool {
    count < 2 || ["func", "var", "let", "subscript"].contains(self[1])
  }
}

// MARK: Tokens

extension Declaration {
  /// Names with their dots, `->`, and each other character except white space.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    func isPartOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "@"
        || character == "."
    }
    for character in text where character != "`" {
      if isPartOfWord(character) {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if character == ">", tokens.last == "-" {
        tokens[tokens.count - 1] = "->"
      } else if character == ")", tokens.last == "(", tokens.dropLast().last == "->" {
        tokens[tokens.count - 1] = "()"
      } else if !character.isWhitespace {
        tokens.append(String(character))
      }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }

  private static func removeAttributes(from tokens: inout [String]) {
    tokens.removeAll { $0.hasPrefix("@") && $0 != "@escaping" && $0 != "@Sendable" }
    if tokens.first == "unowned" { tokens.removeFirst(4) }
  }
}

// MARK: Functions and properties

extension Declaration {
  /// Keeps the labels of parameters, and of default values only their existence.
  private static func removeParameterNames(from tokens: inout [String]) {
    guard let open = tokens.firstIndex(of: "("),
      tokens.prefix(2).contains(where: { ["func", "init", "subscript"].contains($0) })
    else { return }
    var result = Array(tokens[...open])
    var depth = 1
    var startsParameter = true
    var isDefault = false
    var index = open + 1
    while index < tokens.count {
      let token = tokens[index]
      if depth == 1, startsParameter, token != ")" {
        result.append(token)
        startsParameter = false
        index += tokens.indices.contains(index + 1) && tokens[index + 1] != ":" ? 2 : 1
        continue
      }
      if "([{<".contains(token) { depth += 1 }
      if ")]}>".contains(token) { depth -= 1 }
      if depth == 0 {
        result += tokens[index...]
        break
      }
      if depth == 1, token == "," {
        startsParameter = true
        isDefault = false
      }
      if !isDefault { result.append(token) }
      if depth == 1, token == "=" { isDefault = true }
      index += 1
    }
    tokens = result
  }

  /// Normalizes a property; it keeps whether it is settable.
  private static func normalizeProperty(_ tokens: inout [String]) {
    guard let keyword = tokens.firstIndex(where: { $0 == "var" || $0 == "let" }), keyword < 2,
      tokens.first != "func", tokens.first != "init"
    else { return }
    let isConstant = tokens[keyword] == "let"
    tokens[keyword] = "var"
    guard tokens.last != "}" else { return }
    tokens += isConstant ? ["{", "get", "}"] : ["{", "get", "set", "}"]
  }
}
