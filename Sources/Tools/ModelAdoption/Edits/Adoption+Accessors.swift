import SwiftSource

// Declarations for which a companion cannot supply a symbol: they have accessors of their own on Linux.

extension Adoption {
  mutating func adoptAccessors() {
    for member in module.managedMembers().unsupplied where isEditable(member.place.file) {
      adoptAccessor(member)
    }
    for file in module.files.indices where isEditable(file) { reportLocalDeclarations(in: file) }
  }

  private mutating func adoptAccessor(_ member: UnsuppliedMember) {
    let file = member.place.file
    let source = module.files[file].source
    let declaration = module.declaration(member.place)
    let message = "no companion can supply '\(member.name)': \(member.reason)"
    let range = source.range(declaration.first...declaration.last)
    guard declaration.kind == .variable, declaration.bindings.count == 1,
      let type = declaration.bindings[0].type, declaration.bindings[0].accessors == nil,
      source.tokens[declaration.first].beginsLine,
      declaration.last + 1 >= source.tokens.count || source.tokens[declaration.last + 1].beginsLine
    else {
      return report(
        .accessors,
        at: member.token,
        of: file,
        message,
        hint:
          "write an accessor with 'primitiveValue(forKey:)' between '#if !canImport(ObjectiveC)' and '#endif'"
      )
    }
    let indent = source.indentation(at: range.lowerBound)
    let lineEnd = source.lineEnding(at: range.lowerBound)
    let start = source.startOfLine(at: range.lowerBound)
    let end = source.endOfLine(at: range.upperBound)
    replace(
      start..<start,
      of: file,
      with: "\(indent)\(Self.condition)\(lineEnd)",
      .accessors,
      at: range.lowerBound,
      message
    )
    let lines = ["#else"] + accessor(declaration, type, in: source, indent) + ["#endif"]
    replace(
      end..<end,
      of: file,
      with: lines.map { lineEnd + indent + $0 }.joined(),
      .accessors,
      at: range.lowerBound,
      message
    )
  }

  /// The lines of a variable with accessors.
  private func accessor(
    _ declaration: SwiftDeclaration,
    _ type: ClosedRange<Int>,
    in source: SwiftSourceFile,
    _ indent: String
  ) -> [String] {
    let step =
      indent.isEmpty || indent.hasPrefix(" ") ? (indent.count % 4 == 0 ? "    " : "  ") : "\t"
    let modifiers = declaration.modifiers.map { $0.name + " " }.joined()
    let typeText = source.text(source.range(type))
    let name = source.text(declaration.bindings[0].nameToken)
    let key = "\"\(declaration.bindings[0].name)\""
    let isOptional = typeText.hasSuffix("?") || typeText.hasSuffix("!")
    let value =
      typeText.hasSuffix("?") || typeText.hasSuffix("!") ? String(typeText.dropLast()) : typeText
    let cast = isOptional ? "as? \(value)" : "\(Self.forcedCast) \(value)"
    return [
      "\(modifiers)var \(name): \(typeText) {",
      "\(step)get {",
      "\(step)\(step)willAccessValue(forKey: \(key))",
      "\(step)\(step)defer { didAccessValue(forKey: \(key)) }",
      "\(step)\(step)return primitiveValue(forKey: \(key)) \(cast)",
      "\(step)}",
      "\(step)set {",
      "\(step)\(step)willChangeValue(forKey: \(key))",
      "\(step)\(step)defer { didChangeValue(forKey: \(key)) }",
      "\(step)\(step)setPrimitiveValue(newValue, forKey: \(key))",
      "\(step)}",
      "}",
    ]
  }

  /// Classes inside of functions have no name outside of them.
  private mutating func reportLocalDeclarations(in file: Int) {
    let source = module.files[file].source
    var known: Set<Int> = []
    for declaration in module.files[file].declarations {
      for attribute in declaration.attributes { known.insert(attribute.tokens.lowerBound) }
    }
    for index in source.tokens.indices.dropLast() {
      guard source.is(index, "@"), source.is(index + 1, "NSManaged"), source.isJoined(index),
        !known.contains(index), !source.isInactiveOnLinux(index)
      else { continue }
      report(
        .accessors,
        at: index,
        of: file,
        "no companion can supply an accessor of a class inside of a function",
        hint: "declare the class outside of the function"
      )
    }
  }
}
