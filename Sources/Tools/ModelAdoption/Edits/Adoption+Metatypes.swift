import SwiftSource

// `type === Team.self` compares classes as objects, which they are only with Objective-C; `==` compares them
// everywhere.

extension Adoption {
  mutating func adoptMetatypes(in file: Int) {
    let source = module.files[file].source
    for token in source.tokens.indices.dropFirst() where source.is(token, "=") {
      // The last sign of `===` or `!==`.
      guard source.is(token - 1, "="), source.isJoined(token - 1),
        source.is(token - 2, "=") || source.is(token - 2, "!"), source.isJoined(token - 2),
        !source.is(token - 3, "=") || !source.isJoined(token - 3),
        !source.isInactiveOnLinux(token),
        isMetatype(before: token - 2, in: source) || isMetatype(behind: token, in: source)
      else { continue }
      replace(
        source.range(token...token),
        of: file,
        with: "",
        .objectiveC,
        "classes are objects only with Objective-C"
      )
    }
  }

  /// Whether `Team.self` is before an operator.
  private func isMetatype(before sign: Int, in source: SwiftSourceFile) -> Bool {
    source.is(sign - 1, "self") && source.is(sign - 2, ".") && isTypeName(sign - 3, in: source)
  }

  /// Whether `Team.self` is behind an operator.
  private func isMetatype(behind sign: Int, in source: SwiftSourceFile) -> Bool {
    var next = sign + 1
    while source.tokens.indices.contains(next), source.tokens[next].kind == .word,
      source.is(next + 1, ".")
    {
      if source.is(next + 2, "self") {
        return isTypeName(next, in: source) && !source.is(next + 3, ".")
      }
      next += 2
    }
    return false
  }

  /// Whether a token is the name of a type, as far as the sources and its first letter show.
  private func isTypeName(_ token: Int, in source: SwiftSourceFile) -> Bool {
    guard source.tokens.indices.contains(token), source.tokens[token].kind == .word else {
      return false
    }
    return source.name(token).first?.isUppercase == true
  }
}
