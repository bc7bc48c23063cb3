import SwiftSource

// Optional variables of protocols, a feature of Objective-C: on Linux a protocol of its own requires the variable, and
// an extension of the protocol has a variable with the value of objects that conform to it.

extension Adoption {
  /// The variables that are optional requirements, by their names, adopted ones among them.
  func variablesOfOptionalRequirements() -> [String: [DeclarationPlace]] {
    var found: [String: [DeclarationPlace]] = [:]
    for (file, adopted) in module.files.enumerated() {
      for (index, declaration) in adopted.declarations.enumerated()
      where isVariable(optionalRequirement: declaration) {
        found[declaration.name, default: []].append(DeclarationPlace(file: file, index: index))
      }
    }
    return found
  }

  private func isVariable(optionalRequirement declaration: SwiftDeclaration) -> Bool {
    declaration.kind == .variable && declaration.has("optional") && declaration.parent != nil
      && !declaration.has("static") && declaration.bindings.count == 1
      && declaration.bindings[0].type != nil && declaration.bindings[0].accessors != nil
  }

  /// Whether a declaration is an optional variable on lines of its own.
  func isAdoptable(optionalVariable declaration: SwiftDeclaration, in file: Int) -> Bool {
    let source = module.files[file].source
    return isVariable(optionalRequirement: declaration)
      && !source.isInactiveOnLinux(declaration.keyword)
      && source.areLines(declaration.first...declaration.last)
  }

  /// The name of the protocol that requires an optional variable.
  private func nameOfProtocol(for place: DeclarationPlace) -> String {
    let name = module.declaration(place).name
    return module.ownerPath(of: place).filter { $0 != "." } + "With"
      + name.prefix(1).uppercased() + name.dropFirst()
  }

  mutating func adoptOptionalVariables(in file: Int) {
    let source = module.files[file].source
    var lines: [String] = []
    var offset: Int?
    for (index, declaration) in module.files[file].declarations.enumerated()
    where isAdoptable(optionalVariable: declaration, in: file) {
      let range = source.range(declaration.first...declaration.last)
      enclose(
        linesOf: range,
        of: file,
        .objectiveC,
        "the optional requirement '\(declaration.name)' needs Objective-C"
      )
      offset = offset ?? range.lowerBound
      lines += replacement(of: DeclarationPlace(file: file, index: index))
    }
    for (index, declaration) in module.files[file].declarations.enumerated() {
      let place = DeclarationPlace(file: file, index: index)
      for name in protocols(requiring: place) {
        offset = offset ?? source.range(declaration.keyword...declaration.keyword).lowerBound
        lines.append("extension \(module.ownerPath(of: place)): \(name) {}")
      }
    }
    guard let offset else { return }
    append(
      linesForLinux: lines,
      to: file,
      at: offset,
      "optional variables are requirements of other protocols"
    )
  }

  /// The protocol that requires an optional variable, and the variable in an extension.
  private func replacement(of place: DeclarationPlace) -> [String] {
    let file = module.files[place.file]
    let variable = module.declaration(place)
    guard let parent = variable.parent, let tokens = variable.bindings.first?.type else {
      return []
    }
    let outer = file.declarations[parent]
    let (type, name) = (module.text(tokens, in: place.file), nameOfProtocol(for: place))
    let attributes = outer.attributes.filter { $0.name != "objc" }
      .map { file.source.text(file.source.range($0.tokens)) + " " }.joined()
    let access = outer.writtenAccess.map { $0 + " " } ?? ""
    return [
      "\(attributes)\(access)protocol \(name): AnyObject {",
      "  var \(variable.name): \(type) { get }",
      "}",
      "extension \(module.ownerPath(of: place)) {",
      "  \(access)var \(variable.name): (\(type))? { (self as? any \(name)).map { $0.\(variable.name) } }",
      "}",
    ]
  }

  /// The protocols to whose optional variables a variable of a type gives a value, and that no declaration names yet.
  private func protocols(requiring place: DeclarationPlace) -> [String] {
    let variable = module.declaration(place)
    guard [.variable, .constant].contains(variable.kind), !module.isStatic(place),
      !variable.has("override"), !module.isInactive(place)
    else { return [] }
    let owner = module.ownerPath(of: place)
    let names = variable.bindings.flatMap { binding in
      (optionalVariables[binding.name] ?? []).filter { requirement in
        let path = module.ownerPath(of: requirement)
        return path != owner && module.lineage(of: owner).contains { conforms($0, to: path) }
      }.map(nameOfProtocol)
    }
    return names.filter { !(inheritedNames[owner] ?? []).contains($0) }
  }
}
