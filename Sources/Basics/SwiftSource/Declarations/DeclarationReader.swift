extension SwiftSourceFile {
  /// The declarations outside of function bodies, in source order.
  package var declarations: [SwiftDeclaration] {
    guard problems.isEmpty else { return [] }
    var reader = DeclarationReader(self)
    reader.read(tokens.indices)
    return reader.declarations
  }

  /// The declarations in the body of a type, which may be inside of a function.
  package func declarations(in tokens: Range<Int>) -> [SwiftDeclaration] {
    var reader = DeclarationReader(self)
    reader.read(tokens)
    return reader.declarations
  }
}

/// Parses the declarations of a file.
///
/// Function bodies and expressions are skipped.
struct DeclarationReader {
  let file: SwiftSourceFile
  var declarations: [SwiftDeclaration] = []
  private var attributes: [SwiftDeclaration.Attribute] = []
  private var modifiers: [SwiftDeclaration.Modifier] = []
  private var scopes: [Scope] = []

  /// A body that is being parsed.
  private struct Scope {
    /// The closing brace.
    let end: Int
    let parent: Int?
  }

  init(_ file: SwiftSourceFile) {
    self.file = file
  }

  mutating func read(_ tokens: Range<Int>) {
    scopes = [Scope(end: tokens.upperBound, parent: nil)]
    var index = tokens.lowerBound
    while let scope = scopes.last {
      if index >= scope.end {
        scopes.removeLast()
        forget()
        index = scope.end + 1
      } else {
        index = readItem(at: index)
      }
    }
  }

  private mutating func forget() {
    attributes.removeAll(keepingCapacity: true)
    modifiers.removeAll(keepingCapacity: true)
  }

  /// Parses the item that begins at a token.
  ///
  /// - Returns: The next token to parse.
  private mutating func readItem(at index: Int) -> Int {
    switch file.tokens[index].kind {
    case .directive: return end(ofDirective: index)
    case .sign where file.is(index, "@"): return readAttribute(at: index)
    case .word where !isAfterDot(index): return readWord(at: index)
    default:
      forget()
      return (file.partner(index).map { max($0, index) } ?? index) + 1
    }
  }

  private func isAfterDot(_ index: Int) -> Bool {
    index > 0 && file.is(index - 1, ".") && !(index > 1 && file.is(index - 2, "."))
  }

  /// Attributes before a declaration may be in conditional blocks of their own, so they are kept.
  private func end(ofDirective index: Int) -> Int {
    guard file.is(index, "#if") || file.is(index, "#elseif") || file.is(index, "#else") else {
      return index + 1
    }
    var next = index + 1
    while next < file.tokens.count, !file.tokens[next].beginsLine { next += 1 }
    return next
  }

  private mutating func readAttribute(at index: Int) -> Int {
    guard file.isJoined(index), file.tokens[index + 1].kind == .word else {
      forget()
      return index + 1
    }
    var last = index + 1
    while file.is(last + 1, "."), file.isJoined(last), file.tokens.indices.contains(last + 2) {
      last += 2
    }
    let name = file.text(file.range(index + 1...last))
    var argument: ClosedRange<Int>?
    if file.is(last + 1, "("), file.isJoined(last), let end = file.partner(last + 1) {
      argument = last + 1...end
      last = end
    }
    attributes.append(
      SwiftDeclaration.Attribute(name: name, tokens: index...last, argument: argument)
    )
    return last + 1
  }

  private mutating func readWord(at index: Int) -> Int {
    let word = file.text(index)
    if word == "case" { return end(ofCase: index) }
    if word == "class", isModifier(index) { return readModifier(word, at: index) }
    if let kind = kind(of: word, at: index) { return readDeclaration(kind, at: index) }
    if SwiftWords.modifiers.contains(word), isAtBeginning(index) {
      return readModifier(word, at: index)
    }
    forget()
    return index + 1
  }

  /// Whether `class` is a modifier of a member here, not the keyword of a class.
  private func isModifier(_ index: Int) -> Bool {
    let next = file.text(index + 1)
    return ["func", "var", "let", "subscript"].contains(next)
      || SwiftWords.modifiers.contains(next) && !file.is(index + 2, ":") && !file.is(index + 2, "{")
  }

  private func kind(of word: String, at index: Int) -> SwiftDeclaration.Kind? {
    guard let kind = SwiftDeclaration.Kind(rawValue: word) else { return nil }
    let next = index + 1
    switch kind {
    case .initializer:
      let isCall = !(file.is(next, "(") || file.is(next, "?") || file.is(next, "!"))
      return isCall && !file.is(next, "<") ? nil : kind
    case .actor:
      return file.tokens.indices.contains(next) && file.tokens[next].kind == .word
        && isAtBeginning(index) ? kind : nil
    case .function: return kind
    default:
      // A name follows; `import` may have a kind of declaration before it.
      guard file.tokens.indices.contains(next) else { return nil }
      return file.tokens[next].kind == .word || file.is(next, "(") ? kind : nil
    }
  }

  /// Whether a declaration may begin at a token.
  private func isAtBeginning(_ index: Int) -> Bool {
    if let last = attributes.last?.tokens.upperBound, last == index - 1 { return true }
    if let last = modifiers.last?.tokens.upperBound, last == index - 1 { return true }
    guard index > 0 else { return true }
    if file.is(index - 1, "{") || file.is(index - 1, "}") || file.is(index - 1, ";") { return true }
    return file.tokens[index].beginsLine && !file.is(index - 1, "=") && !file.is(index - 1, ",")
  }

  private mutating func readModifier(_ word: String, at index: Int) -> Int {
    var last = index
    if file.is(index + 1, "("), file.isJoined(index), let end = file.partner(index + 1) {
      last = end
    }
    modifiers.append(
      SwiftDeclaration.Modifier(
        name: last == index ? word : file.text(file.range(index...last)),
        tokens: index...last
      )
    )
    return last + 1
  }

  /// The cases of an enumeration continue after commas.
  private mutating func end(ofCase index: Int) -> Int {
    forget()
    var next = index + 1
    while next < file.tokens.count {
      if file.tokens[next].beginsLine, !file.is(next - 1, ","), !file.is(next, ",") { break }
      if file.is(next, "}") || file.is(next, ";") { break }
      next = (file.partner(next).map { max($0, next) } ?? next) + 1
    }
    return next
  }

  // MARK: Declarations

  private mutating func readDeclaration(_ kind: SwiftDeclaration.Kind, at index: Int) -> Int {
    var declaration = SwiftDeclaration(
      kind,
      parent: scopes.last?.parent,
      keyword: index,
      attributes: attributes,
      modifiers: modifiers
    )
    forget()
    switch kind {
    case .variable, .constant: declaration.readBindings(in: file)
    case .function, .initializer: declaration.readSignature(in: file)
    case .typealias: declaration.readAlias(in: file)
    case .import: declaration.readModule(in: file)
    default: declaration.readHeader(in: file)
    }
    declarations.append(declaration)
    guard kind.isType, let body = declaration.body else { return declaration.last + 1 }
    scopes.append(Scope(end: body.upperBound, parent: declarations.count - 1))
    return body.lowerBound + 1
  }
}
