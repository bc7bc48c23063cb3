import ManagedModel
import SwiftSource

// Declarations for which a companion cannot supply a symbol: they get explicit accessors on Linux.

extension Adoption {
  mutating func adoptAccessors() {
    let (members, unsupplied) = module.managedMembers()
    var adopted: [Int: Set<Int>] = [:]
    for member in unsupplied + module.hidden(members)
    where isEditable(member.file)
      && adopted[member.file, default: []].insert(member.declaration.keyword).inserted
    {
      adoptAccessor(member)
    }
  }

  private mutating func adoptAccessor(_ member: UnsuppliedMember) {
    let file = member.file
    let source = module.files[file].source
    let declaration = member.declaration
    let message = "no companion can supply '\(member.name)': \(member.reason)"
    let last = declaration.last + (source.is(declaration.last + 1, ";") ? 1 : 0)
    let range = source.range(declaration.first...last)
    let indent = source.indentation(at: range.lowerBound)
    guard let accessor = accessor(of: member, indent) else {
      return report(
        .accessors,
        at: member.token,
        of: file,
        message,
        hint:
          "write an accessor with 'primitiveValue(forKey:)' between '#if !canImport(ObjectiveC)' and '#endif'"
      )
    }
    let lineEnd = source.lineEnding(at: range.lowerBound)
    let begins = source.tokens[declaration.first].beginsLine
    let start = begins ? source.startOfLine(at: range.lowerBound) : range.lowerBound
    let next = last + 1
    let ends = next >= source.tokens.count || source.tokens[next].beginsLine
    let end = ends ? source.endOfLine(at: range.upperBound) : range.upperBound
    replace(
      start..<start,
      of: file,
      with: (begins ? "" : lineEnd) + "\(indent)\(Self.condition)\(lineEnd)"
        + (begins ? "" : indent),
      .accessors,
      at: range.lowerBound,
      message
    )
    let lines = ["#else"] + accessor + ["#endif"]
    replace(
      end..<end,
      of: file,
      with: lines.map { lineEnd + indent + $0 }.joined() + (ends ? "" : lineEnd + indent),
      .accessors,
      at: range.lowerBound,
      message
    )
  }

  /// The lines of a variable with accessors, or of a function; nil if none are possible for a declaration.
  private func accessor(of member: UnsuppliedMember, _ indent: String) -> [String]? {
    let declaration = member.declaration
    let source = module.files[member.file].source
    let step =
      indent.isEmpty || indent.hasPrefix(" ") ? (indent.count % 4 == 0 ? "    " : "  ") : "\t"
    guard let head = head(of: declaration, in: source) else { return nil }
    if declaration.kind == .function {
      return member.place.flatMap { function(at: $0, in: source, head, step) }
    }
    guard declaration.kind == .variable else { return nil }
    var lines: [String] = []
    for binding in declaration.bindings {
      guard let type = binding.type, binding.accessors == nil else { return nil }
      lines += variable(binding, type, of: member, head, step)
    }
    return lines
  }

  /// The attributes and modifiers of a declaration on Linux; nil if one is in a conditional block of its own.
  private func head(of declaration: SwiftDeclaration, in source: SwiftSourceFile) -> String? {
    let attributes = declaration.attributes.filter {
      $0.name != "NSManaged" && !Self.attributes.contains($0.name)
        && !source.isInactiveOnLinux($0.tokens.lowerBound)
    }
    let clauses = source.clauses(around: declaration.keyword)
    guard attributes.allSatisfy({ source.clauses(around: $0.tokens.lowerBound) == clauses }) else {
      return nil
    }
    let texts =
      attributes.map { source.text(source.range($0.tokens)) } + declaration.modifiers.map(\.name)
    return texts.map { $0 + " " }.joined()
  }

  /// The lines of a function that changes a relationship.
  private func function(
    at place: DeclarationPlace,
    in source: SwiftSourceFile,
    _ head: String,
    _ step: String
  ) -> [String]? {
    let declaration = module.declaration(place)
    guard !declaration.isGeneric, !declaration.isThrowing, !declaration.isAsynchronous,
      declaration.result == nil, module.isManaged(module.ownerPath(of: place))
    else { return nil }
    let types = declaration.parameters.map { module.text($0.type, in: place.file) }
    guard let mutation = module.mutation(of: place, types: types),
      !types.contains(where: { $0.hasSuffix("?") || $0.hasSuffix("!") }),
      let isOrdered = isOrdered(mutation.property, ofClass: module.ownerPath(of: place))
    else { return nil }
    // There is a colon between the name and the type.
    let names = declaration.parameters.map { source.text($0.type.lowerBound - 2) }
    guard !names.contains("_") else { return nil }
    let collection =
      "mutable\(isOrdered ? "Ordered" : "")SetValue(forKey: \"\(mutation.property)\")"
    let body: String
    switch (mutation.form, mutation.takesMany) {
    case (.add, false): body = "\(collection).add(\(names[0]))"
    case (.remove, false): body = "\(collection).remove(\(names[0]))"
    case (.add, true): body = "for value in \(names[0]) { \(collection).add(value) }"
    case (.remove, true): body = "for value in \(names[0]) { \(collection).remove(value) }"
    case (.insert, false) where isOrdered:
      body = "\(collection).insert(\(names[0]), at: \(names[1]))"
    case (.removeAt, false) where isOrdered: body = "\(collection).removeObject(at: \(names[0]))"
    case (.replace, false) where isOrdered:
      body = "\(collection).replaceObject(at: \(names[0]), with: \(names[1]))"
    default: return nil
    }
    let signature = source.text(source.range(declaration.keyword...declaration.last))
    return ["\(head)\(signature) {", step + body, "}"]
  }

  /// Whether a to-many relationship is ordered; nil if neither the sources nor the model tell.
  private func isOrdered(_ property: String, ofClass path: String) -> Bool? {
    if let entity = module.entity(ofClass: path) {
      let model = module.model(of: entity)
      return model.locate(property, in: module.resolved(entity)).flatMap { found in
        model.entities[found.entity].entity.properties[found.property].relationship?.isOrdered
      }
    }
    guard let place = module.variable(property, ofClass: path),
      let type = module.declaration(place).bindings.first(where: { $0.name == property })?.type
    else { return nil }
    return module.text(type, in: place.file).contains("OrderedSet")
  }

  /// The lines of a variable with accessors.
  private func variable(
    _ binding: SwiftDeclaration.Binding,
    _ type: ClosedRange<Int>,
    of member: UnsuppliedMember,
    _ head: String,
    _ step: String
  ) -> [String] {
    let source = module.files[member.file].source
    let typeText = source.text(source.range(type))
    let isOptional = typeText.hasSuffix("?") || typeText.hasSuffix("!")
    let verb = isOptional ? "managed" : "required"
    let primitive = module.primitive(binding.name, of: member.place.map(module.ownerPath) ?? "")
    let name = source.text(binding.nameToken)
    let key = "forKey: \"\(primitive ?? binding.name)\""
    let (reading, writing) =
      primitive == nil
      ? ("\(verb)Value", "setManagedValue") : ("\(verb)PrimitiveValue", "setPrimitiveValue")
    return [
      "\(head)var \(name): \(typeText) {",
      "\(step)get { \(reading)(\(key)) }",
      "\(step)set { \(writing)(newValue, \(key)) }",
      "}",
    ]
  }
}
