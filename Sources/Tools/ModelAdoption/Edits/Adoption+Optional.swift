import SwiftSource

// Optional requirements of protocols, a feature of Objective-C: on Linux they get an empty
// implementation.

extension Adoption {
  /// The names of optional requirements that get an implementation, or have one in an imported module.
  func namesOfOptionalRequirements() -> Set<String> {
    var names: Set<String> = []
    for (file, adopted) in module.files.enumerated() {
      let isImported = adopted.importedModule != nil
      guard isImported || isEditable(file) else { continue }
      for declaration in adopted.declarations
      where isImported
        ? isFunction(optionalRequirement: declaration)
        : isAdoptable(optionalRequirement: declaration, in: file)
      {
        names.insert(declaration.name)
      }
    }
    return names
  }

  /// Whether a declaration is an optional function.
  func isFunction(optionalRequirement declaration: SwiftDeclaration) -> Bool {
    declaration.kind == .function && declaration.has("optional")
      && !declaration.isGeneric && !declaration.has("static")
  }

  /// Whether a declaration is an optional function on lines of its own.
  func isAdoptable(optionalRequirement declaration: SwiftDeclaration, in file: Int) -> Bool {
    let source = module.files[file].source
    let next = declaration.last + 1
    return isFunction(optionalRequirement: declaration)
      && !source.isInactiveOnLinux(declaration.keyword)
      && source.tokens[declaration.first].beginsLine
      && (next >= source.tokens.count || source.tokens[next].beginsLine)
  }

  mutating func adoptOptionalRequirements(in file: Int) {
    let source = module.files[file].source
    let declarations = module.files[file].declarations
    var implemented: [(protocol: Int, text: String)] = []
    defer { if !optionalFunctions.isEmpty { implementOptionalResults(in: file) } }
    for declaration in declarations {
      guard let modifier = declaration.modifiers.first(where: { $0.name == "optional" }),
        !source.isInactiveOnLinux(modifier.tokens.lowerBound),
        !isAdoptable(optionalVariable: declaration, in: file)
      else { continue }
      let message = "the optional requirement '\(declaration.name)' needs Objective-C"
      guard isAdoptable(optionalRequirement: declaration, in: file),
        let parent = declaration.parent
      else {
        report(
          .objectiveC,
          at: modifier.tokens.lowerBound,
          of: file,
          message,
          hint: "make it mandatory in a protocol without '@objc', and implement it in an extension"
        )
        continue
      }
      let text = mandatoryText(of: declaration, in: source)
      enclose(
        linesOf: source.range(declaration.first...declaration.last),
        of: file,
        .objectiveC,
        message,
        otherwise: text
      )
      implemented.append((parent, text + (declaration.result == nil ? " {}" : " { nil }")))
    }
    implement(implemented, in: file)
    if !optionalRequirements.isEmpty { adoptOptionalCalls(in: file) }
  }

  /// Adds extensions of protocols with empty implementations.
  private mutating func implement(
    _ requirements: [(protocol: Int, text: String)],
    in file: Int
  ) {
    guard let first = requirements.first else { return }
    var lines: [String] = []
    var current: Int?
    for requirement in requirements {
      if requirement.protocol != current {
        if current != nil { lines.append("}") }
        let access = module.files[file].declarations[requirement.protocol].writtenAccess
        let place = DeclarationPlace(file: file, index: requirement.protocol)
        lines.append("\(access.map { $0 + " " } ?? "")extension \(module.path(of: place)) {")
        current = requirement.protocol
      }
      lines.append("  \(requirement.text)")
    }
    let source = module.files[file].source
    append(
      linesForLinux: lines + ["}"],
      to: file,
      at: source.tokens[module.files[file].declarations[first.protocol].keyword].range.lowerBound,
      "optional requirements have implementations that do nothing"
    )
  }

  /// Removes the question marks from calls of requirements that are no longer optional.
  private mutating func adoptOptionalCalls(in file: Int) {
    let source = module.files[file].source
    var done: Set<Int> = []
    var hoisted: Set<String>?
    for index in source.tokens.indices where source.is(index, "?") {
      guard isOptionalCall(index, in: source), !source.isInactiveOnLinux(index) else { continue }
      let message =
        "'\(source.text(index - 1))' is an optional requirement, which needs Objective-C"
      guard
        let statement = statement(around: index, in: source)
          ?? onlyStatement(around: index, in: source) ?? onlyLine(around: index, in: source)
      else {
        if hoistCall(index, of: file, message, &hoisted) { continue }
        if referToMethod(index, of: file, message) { continue }
        report(
          .objectiveC,
          at: index - 1,
          of: file,
          message,
          hint: "without Objective-C the call has no question mark: write both forms between "
            + "'\(Self.condition)', '#else' and '#endif'"
        )
        continue
      }
      guard done.insert(statement.lowerBound).inserted else { continue }
      var text = ""
      var start = source.range(statement).lowerBound
      for mark in statement where source.is(mark, "?") && isOptionalCall(mark, in: source) {
        text += source.text(start..<Int(source.tokens[mark].start))
        start = Int(source.tokens[mark].end)
      }
      text += source.text(start..<source.range(statement).upperBound)
      enclose(statement: statement, of: file, message, otherwise: text)
    }
  }

  /// Calls the method as a value that may be missing, `(x?.f(_:))?(1)`, which both platforms take in any expression.
  ///
  /// - Parameters:
  ///   - mark: The question mark of the call.
  ///   - file: The index of the file.
  ///   - message: The reason.
  /// - Returns: Whether the call is of a form that can be written so.
  private mutating func referToMethod(_ mark: Int, of file: Int, _ message: String) -> Bool {
    let source = module.files[file].source
    // A closure behind the call may be an argument, or a body.
    guard let receiver = source.operand(before: mark - 2), let end = source.partner(mark + 1),
      !source.is(end + 1, "{")
    else { return false }
    var labels: [Range<Int>] = []
    var name = ""
    var next = mark + 2
    while next < end {
      let isFirst = next == mark + 2 || source.is(next - 1, ",")
      if isFirst {
        let isLabel = source.tokens[next].kind == .word && source.is(next + 1, ":")
        name += (isLabel ? source.text(next) : "_") + ":"
        if isLabel {
          let value = source.range(next + 2...next + 2).lowerBound
          labels.append(source.range(next...next).lowerBound..<value)
        }
      }
      next = (source.partner(next).map { max($0, next) } ?? next) + 1
    }
    let offset = source.range(mark - 1...mark - 1).lowerBound
    let start = source.range(receiver.lowerBound...receiver.lowerBound).lowerBound
    replace(start..<start, of: file, with: "(", .objectiveC, at: offset, message)
    let range = source.range(mark...mark)
    let isOptional = source.is(mark - 3, "?")
    replace(
      range,
      of: file,
      with: (name.isEmpty ? "" : "(\(name))") + (isOptional ? "" : " as Optional") + ")?",
      .objectiveC,
      at: offset,
      message
    )
    for label in labels {
      replace(label, of: file, with: "", .objectiveC, at: offset, message)
    }
    return true
  }

  /// Whether a question mark is behind the name of an optional requirement that is called.
  private func isOptionalCall(_ mark: Int, in source: SwiftSourceFile) -> Bool {
    source.is(mark + 1, "(") && source.isJoined(mark) && mark > 1 && source.is(mark - 2, ".")
      && optionalRequirements.contains(source.text(mark - 1))
  }

  /// The only statement of a body on one line.
  private func onlyStatement(around token: Int, in source: SwiftSourceFile) -> ClosedRange<Int>? {
    var next: Int? = token
    while let inner = next, let open = source.opening(around: inner) {
      guard source.is(open, "{"), let end = source.partner(open) else {
        next = open
        continue
      }
      let body = open + 1...end - 1
      let isPlain = !body.contains {
        source.tokens[$0].beginsLine || source.is($0, ";") || source.is($0, "=")
          || source.is($0, "in")
          || source.is($0, "return")
      }
      return isPlain ? body : nil
    }
    return nil
  }

  /// A statement that is alone on its line, such as a declaration of a constant.
  private func onlyLine(around token: Int, in source: SwiftSourceFile) -> ClosedRange<Int>? {
    var (start, end) = (token, token)
    while start > 0, !source.tokens[start].beginsLine { start -= 1 }
    while end + 1 < source.tokens.count, !source.tokens[end + 1].beginsLine { end += 1 }
    let line = start...end
    let isWhole = line.allSatisfy { source.partner($0).map(line.contains) ?? true }
    guard isWhole, ["let", "var", "guard", "if", "return"].contains(source.text(start)),
      let open = source.opening(around: start), source.is(open, "{"),
      // The next line does not continue the expression.
      end + 1 >= source.tokens.count || source.tokens[end + 1].kind == .word
        || source.is(end + 1, "}"),
      !source.is(end + 1, "else")
    else { return nil }
    return line
  }
}
