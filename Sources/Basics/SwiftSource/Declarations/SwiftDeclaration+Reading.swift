// The parts of declarations after their keywords.

extension SwiftDeclaration {
  /// Parses a type or an extension up to its opening brace.
  mutating func readHeader(in file: SwiftSourceFile) {
    nameToken = keyword + 1
    var next = kind == .extension ? file.endOfType(at: nameToken) : nameToken + 1
    name =
      kind == .extension
      ? file.text(file.range(nameToken...max(next - 1, nameToken))) : file.name(nameToken)
    if file.is(next, "<") {
      isGeneric = true
      next = file.endOfAngles(at: next)
    }
    if file.is(next, ":") {
      inheritanceColon = next
      repeat {
        let end = file.endOfType(at: next + 1)
        guard end > next + 1 else { break }
        inheritance.append(next + 1...end - 1)
        next = end
      } while file.is(next, ",")
    }
    if file.is(next, "where") {
      hasConditions = true
      while next < file.tokens.count, !file.is(next, "{") { next += 1 }
    }
    guard file.is(next, "{"), let end = file.partner(next) else {
      last = max(next - 1, nameToken)
      return
    }
    body = next...end
    last = end
  }

  mutating func readBindings(in file: SwiftSourceFile) {
    var next = keyword + 1
    repeat {
      if file.is(next, ",") { next += 1 }
      let nameToken = next
      next = (file.partner(next) ?? next) + 1
      var type: ClosedRange<Int>?
      var accessors: ClosedRange<Int>?
      if file.is(next, ":") {
        let end = file.endOfType(at: next + 1)
        if end > next + 1 { type = next + 1...end - 1 }
        next = max(end, next + 1)
      }
      let hasInitializer = file.is(next, "=")
      if file.is(next, "{"), let end = file.partner(next) {
        accessors = next...end
        next = end + 1
      }
      bindings.append(
        Binding(
          name: file.name(nameToken),
          nameToken: nameToken,
          type: type,
          accessors: accessors,
          hasInitializer: hasInitializer
        )
      )
    } while file.is(next, ",")
    shareTypes()
    nameToken = keyword + 1
    name = file.name(nameToken)
    last = min(next, file.tokens.count) - 1
  }

  /// Gives variables without a type that of the next one: `var a, b: Int` declares two of a type.
  private mutating func shareTypes() {
    for index in bindings.indices.dropLast().reversed() where bindings[index].isWithoutType {
      bindings[index].type = bindings[index + 1].type
    }
  }

  mutating func readSignature(in file: SwiftSourceFile) {
    nameToken = kind == .initializer ? keyword : keyword + 1
    name = kind == .initializer ? "init" : file.name(nameToken)
    var next = nameToken + 1
    while next < file.tokens.count, !file.is(next, "("), !file.is(next, "<") { next += 1 }
    if file.is(next, "<") {
      // The sign may also be part of the name of an operator.
      isGeneric = true
      next = file.endOfAngles(at: next)
      while next < file.tokens.count, !file.is(next, "(") { next += 1 }
    }
    guard let close = file.partner(next) else {
      last = min(next, file.tokens.count - 1)
      return
    }
    readParameters(next...close, in: file)
    next = close + 1
    while let word = Effect(rawValue: file.text(next)) {
      switch word {
      case .async, .reasync: isAsynchronous = true
      case .throws, .rethrows: isThrowing = true
      }
      next += 1
      if file.is(next, "("), let end = file.partner(next) { next = end + 1 }
    }
    if file.is(next, "-"), file.is(next + 1, ">"), file.isJoined(next) {
      let end = file.endOfType(at: next + 2)
      if end > next + 2 { result = next + 2...end - 1 }
      next = max(end, next + 2)
    }
    if file.is(next, "where") {
      hasConditions = true
      while next < file.tokens.count, !file.is(next, "{"), !file.is(next, "}") { next += 1 }
    }
    guard file.is(next, "{"), let end = file.partner(next) else {
      last = next - 1
      return
    }
    body = next...end
    last = end
  }

  private enum Effect: String {
    case async
    case reasync
    case `throws`
    case `rethrows`
  }

  private mutating func readParameters(_ parentheses: ClosedRange<Int>, in file: SwiftSourceFile) {
    var next = parentheses.lowerBound + 1
    while next < parentheses.upperBound {
      while file.is(next, "@") { next += 2 }
      let label = next
      var name = next
      while next < parentheses.upperBound, !file.is(next, ":") {
        name = next
        next += 1
      }
      let end = file.endOfType(at: next + 1)
      guard end > next + 1 else { return }
      let type = next + 1...end - 1
      next = end
      let hasDefault = file.is(next, "=")
      while next < parentheses.upperBound, !file.is(next, ",") {
        next = (file.partner(next).map { max($0, next) } ?? next) + 1
      }
      parameters.append(
        Parameter(
          label: file.is(label, "_") ? nil : file.name(label),
          name: file.name(name),
          type: type,
          hasDefault: hasDefault
        )
      )
      next += 1
    }
  }

  mutating func readAlias(in file: SwiftSourceFile) {
    nameToken = keyword + 1
    name = file.name(nameToken)
    var next = nameToken + 1
    if file.is(next, "<") {
      isGeneric = true
      next = file.endOfAngles(at: next)
    }
    last = next - 1
    guard file.is(next, "=") else { return }
    let end = file.endOfType(at: next + 1)
    guard end > next + 1 else { return }
    result = next + 1...end - 1
    last = end - 1
  }

  mutating func readModule(in file: SwiftSourceFile) {
    nameToken = keyword + 1
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    if kinds.contains(file.text(nameToken)) { nameToken += 1 }
    name = file.name(nameToken)
    last = min(nameToken, file.tokens.count - 1)
    while file.is(last + 1, "."), file.tokens.indices.contains(last + 2) { last += 2 }
  }
}

extension SwiftSourceFile {
  /// The token after a type that begins at a token; the same token if there is no type.
  func endOfType(at start: Int) -> Int {
    var next = start
    while true {
      next = endOfSimpleType(at: next)
      if self.is(next, "&"), next > start {
        next += 1
      } else if self.is(next, "-"), self.is(next + 1, ">"), isJoined(next) {
        next += 2
      } else if ["throws", "async", "rethrows"].contains(text(next)), next > start,
        !tokens[next].beginsLine
      {
        next += 1
        if self.is(next, "("), let end = partner(next) { next = end + 1 }
      } else {
        return next
      }
    }
  }

  private func endOfSimpleType(at start: Int) -> Int {
    var next = start
    while true {
      if self.is(next, "@"), isJoined(next) {
        next += 2
        if self.is(next, "("), isJoined(next - 1), let end = partner(next) { next = end + 1 }
      } else if self.is(next, "~") {
        next += 1
      } else if Self.specifiers.contains(text(next)) {
        next += 1
      } else {
        break
      }
    }
    guard tokens.indices.contains(next) else { return next }
    if self.is(next, "(") || self.is(next, "["), let end = partner(next) {
      next = end + 1
    } else if tokens[next].kind == .word {
      next += 1
    } else {
      return next
    }
    while tokens.indices.contains(next) {
      if self.is(next, "<"), isJoined(next - 1) {
        next = endOfAngles(at: next)
      } else if self.is(next, "?") || self.is(next, "!"), isJoined(next - 1) {
        next += 1
      } else if self.is(next, "."), tokens.indices.contains(next + 1),
        tokens[next + 1].kind == .word,
        !self.is(next + 1, ".")
      {
        next += 2
      } else {
        return next
      }
    }
    return next
  }

  private static let specifiers: Set<String> = [
    "any", "some", "inout", "borrowing", "consuming", "__owned", "__shared", "sending", "isolated",
    "nonisolated", "repeat", "each",
  ]

  /// Longer lists are not parsed, so that parsing takes linear time.
  private static let longestGenerics = 4_096

  /// The token after the angle bracket that matches the one at a token.
  package func endOfAngles(at start: Int) -> Int {
    var next = start
    var depth = 0
    while tokens.indices.contains(next), next - start < Self.longestGenerics {
      if self.is(next, "<") {
        depth += 1
      } else if self.is(next, ">"), !(next > 0 && self.is(next - 1, "-") && isJoined(next - 1)) {
        depth -= 1
        if depth == 0 { return next + 1 }
      } else if self.is(next, "{") || self.is(next, "}") || self.is(next, ";") {
        return next
      } else if let end = partner(next), end > next {
        next = end
      }
      next += 1
    }
    return next
  }
}
