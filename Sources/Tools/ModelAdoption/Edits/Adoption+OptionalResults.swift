import SwiftSource

// Optional requirements with a result: on Linux the result is optional, and the default
// implementation returns nil. A type that implements the requirement gets a second
// function with the optional result, which calls its own.

extension Adoption {
  /// The text of an optional requirement as a mandatory one with an optional result.
  ///
  /// - Parameters:
  ///   - declaration: The requirement.
  ///   - source: The file of the requirement.
  /// - Returns: The text from the keyword on.
  func mandatoryText(of declaration: SwiftDeclaration, in source: SwiftSourceFile) -> String {
    guard let result = declaration.result, !isOptional(result, in: source) else {
      return source.text(source.range(declaration.keyword...declaration.last))
    }
    let head = source.range(declaration.keyword...declaration.last).lowerBound
    let type = source.range(result)
    return source.text(head..<type.lowerBound) + "(\(source.text(type)))?"
      + source.text(
        type.upperBound..<source.range(declaration.keyword...declaration.last).upperBound
      )
  }

  private func isOptional(_ type: ClosedRange<Int>, in source: SwiftSourceFile) -> Bool {
    let text = source.text(source.range(type))
    return text.hasSuffix("?") || text.hasPrefix("Optional<")
  }

  /// Adds functions with optional results to the types of a file that implement optional requirements with others.
  mutating func implementOptionalResults(in file: Int) {
    let source = module.files[file].source
    var lines: [String] = []
    var token: Int?
    for (index, function) in module.files[file].declarations.enumerated()
    where function.kind == .function && optionalFunctions[function.name] != nil {
      let place = DeclarationPlace(file: file, index: index)
      guard !module.isStatic(place), !source.isInactiveOnLinux(function.keyword),
        function.attribute("_disfavoredOverload") == nil
      else { continue }
      reportImplementation(below: place)
      guard let requirement = optionalFunction(implementedBy: place, where: conforms),
        hasOtherResult(requirement), !hasOptionalResult(place)
      else { continue }
      token = token ?? function.keyword
      lines += forwarding(to: place)
    }
    guard let token, !lines.isEmpty else { return }
    append(
      linesForLinux: lines,
      to: file,
      at: source.tokens[token].range.lowerBound,
      "implementations of optional requirements have optional results"
    )
  }

  /// The optional requirement that a function implements, by the paths of its type and of the protocol.
  private func optionalFunction(
    implementedBy place: DeclarationPlace,
    where isPart: (_ path: String, _ known: String) -> Bool
  ) -> DeclarationPlace? {
    let labels = module.declaration(place).parameters.map(\.label)
    let owner = module.ownerPath(of: place)
    let candidates = optionalFunctions[module.declaration(place).name] ?? []
    return candidates.first { candidate in
      let path = module.ownerPath(of: candidate)
      return module.declaration(candidate).parameters.map(\.label) == labels
        && owner != path && isPart(owner, path)
    }
  }

  private func hasOtherResult(_ requirement: DeclarationPlace) -> Bool {
    guard let result = module.declaration(requirement).result else { return false }
    return !isOptional(result, in: module.files[requirement.file].source)
  }

  /// Reports a function in a subclass of the conforming class: on Linux the protocol does not call it.
  private mutating func reportImplementation(below place: DeclarationPlace) {
    let function = module.declaration(place)
    let owner = module.ownerPath(of: place)
    guard module.type(owner)?.kind == .class, !function.has("override") else { return }
    let superclasses = module.lineage(of: owner).dropFirst()
    let requirement = optionalFunction(implementedBy: place) { path, known in
      !conforms(path, to: known) && superclasses.contains { conforms($0, to: known) }
    }
    guard let requirement else { return }
    report(
      .objectiveC,
      at: function.keyword,
      of: place.file,
      "'\(function.name)' implements an optional requirement of '\(module.ownerPath(of: requirement))', to which a "
        + "superclass conforms: on Linux it is not called",
      hint: "implement it in the superclass too, and override it here"
    )
  }

  /// Whether a type conforms to a protocol according to its declarations.
  func conforms(_ path: String, to protocolPath: String) -> Bool {
    var seen: Set<String> = []
    var waiting = inheritedNames[path] ?? []
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted else { continue }
      let found = module.aliased(name, in: path) ?? name
      if found == protocolPath { return true }
      if module.type(found)?.kind == .protocol { waiting += inheritedNames[found] ?? [] }
    }
    return false
  }

  /// Whether a type already has the function with an optional result.
  private func hasOptionalResult(_ place: DeclarationPlace) -> Bool {
    let function = module.declaration(place)
    let owner = module.ownerPath(of: place)
    return (module.memberFunctions[function.name] ?? []).contains { other in
      module.declaration(other).attribute("_disfavoredOverload") != nil
        && module.declaration(other).parameters.map(\.label) == function.parameters.map(\.label)
        && module.ownerPath(of: other) == owner
    }
  }

  /// The extension with the function that has an optional result.
  private func forwarding(to place: DeclarationPlace) -> [String] {
    let function = module.declaration(place)
    let source = module.files[place.file].source
    guard let result = function.result else { return [] }
    let type = source.text(source.range(result))
    let parameters = function.parameters.map { parameter in
      let label = parameter.label ?? "_"
      let name = label == parameter.name ? label : "\(label) \(parameter.name)"
      return "\(name): \(source.text(source.range(parameter.type)))"
    }
    let arguments = function.parameters.map { ($0.label.map { "\($0): " } ?? "") + $0.name }
    let effects =
      (function.isAsynchronous ? " async" : "") + (function.isThrowing ? " throws" : "")
    let call = (function.isThrowing ? "try " : "") + (function.isAsynchronous ? "await " : "")
    let access = ["public", "open"].contains(function.writtenAccess) ? "public " : ""
    return [
      "extension \(module.ownerPath(of: place)) {",
      "  @_disfavoredOverload \(access)func \(function.name)(\(parameters.joined(separator: ", ")))"
        + "\(effects) -> (\(type))? {",
      "    let result: \(type) = \(call)self.\(function.name)(\(arguments.joined(separator: ", ")))",
      "    return result",
      "  }",
      "}",
    ]
  }

  /// Moves the call of an optional requirement out of the condition that begins with it, whose lines cannot
  /// be put into a conditional block.
  ///
  /// - Parameters:
  ///   - mark: The question mark of the call.
  ///   - file: The index of the file.
  ///   - message: The reason.
  ///   - names: All names in the file and those of constants for other calls; nil before the first call.
  /// - Returns: Whether the call is the first part of a condition.
  mutating func hoistCall(
    _ mark: Int,
    of file: Int,
    _ message: String,
    _ names: inout Set<String>?
  ) -> Bool {
    let source = module.files[file].source
    guard let receiver = source.operand(before: mark - 2), let end = source.partner(mark + 1),
      let keyword = source.beginningOfCondition(before: receiver.lowerBound),
      !(receiver.lowerBound...end).contains(where: { source.tokens[$0].beginsLine })
    else { return false }
    var known = names ?? Set(source.tokens.indices.map { source.name($0) })
    let stem = "\(source.name(mark - 1))Result"
    var name = stem
    var number = 1
    while !known.insert(name).inserted {
      number += 1
      name = "\(stem)\(number)"
    }
    names = known
    let call = source.range(receiver.lowerBound...end)
    let head = source.text(call.lowerBound..<Int(source.tokens[mark].start))
    let tail = source.text(Int(source.tokens[mark].end)..<call.upperBound)
    let start = source.startOfLine(at: source.range(keyword...keyword).lowerBound)
    let indent = source.indentation(at: start)
    let lines = [
      Self.condition, "let \(name) = \(head)?\(tail)", "#else", "let \(name) = \(head)\(tail)",
      "#endif",
    ]
    replace(
      start..<start,
      of: file,
      with: lines.map { indent + $0 + source.lineEnding(at: start) }.joined(),
      .objectiveC,
      at: call.lowerBound,
      message
    )
    replace(call, of: file, with: name, .objectiveC, at: call.lowerBound, message)
    return true
  }

  /// Appends lines to a file that are compiled only on Linux.
  mutating func append(
    linesForLinux lines: [String],
    to file: Int,
    at offset: Int,
    _ message: String
  ) {
    let source = module.files[file].source
    let end = source.bytes.count
    let isEnded = source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D
    let all =
      (isEnded ? [""] : ["", ""]) + ["#if !canImport(ObjectiveC)"] + lines + ["#endif", ""]
    replace(
      end..<end,
      of: file,
      with: all.joined(separator: source.lineEnding(at: 0)),
      .objectiveC,
      at: offset,
      message
    )
  }

  /// The functions that are optional requirements, by their names, adopted ones among them.
  func functionsOfOptionalRequirements() -> [String: [DeclarationPlace]] {
    var found: [String: [DeclarationPlace]] = [:]
    for (file, adopted) in module.files.enumerated() {
      for (index, declaration) in adopted.declarations.enumerated()
      where isFunction(optionalRequirement: declaration) {
        found[declaration.name, default: []].append(DeclarationPlace(file: file, index: index))
      }
    }
    return found
  }

  /// The names of the inherited types in all declarations of a type, by its path.
  func namesOfInheritedTypes() -> [String: [String]] {
    var names: [String: [String]] = [:]
    for (file, adopted) in module.files.enumerated() {
      for (index, declaration) in adopted.declarations.enumerated()
      where declaration.kind.isType && !declaration.inheritance.isEmpty {
        let path = module.path(of: DeclarationPlace(file: file, index: index))
        names[path, default: []] += declaration.inheritance.map {
          adopted.source.text(adopted.source.range($0))
        }
      }
    }
    return names
  }
}

extension SwiftSourceFile {
  /// The keyword of the condition whose first part begins with a token; nil if something comes before it.
  fileprivate func beginningOfCondition(before token: Int) -> Int? {
    var next = token - 1
    while next > 0, !self.is(next, "if"), !self.is(next, "guard") {
      let isPart =
        self.is(next, "!") || self.is(next, "=") || self.is(next, "let")
        || tokens[next].kind == .word && self.is(next - 1, "let")
      guard isPart else { return nil }
      next -= 1
    }
    guard tokens[next].beginsLine, let open = opening(around: next), self.is(open, "{") else {
      return nil
    }
    return next
  }
}
