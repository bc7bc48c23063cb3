import ManagedModel
import SwiftSource

/// A variable or function with `@NSManaged`, for which no accessor is compiled on Linux.
struct ManagedMember {
  let place: DeclarationPlace

  /// The index of the variable in its declaration; 0 for a function.
  let binding: Int
  let name: String

  /// The name of the class.
  let owner: String

  /// The access level of the symbol: `public`, `package`, or an empty text.
  let access: String

  /// The types in the symbol: that of the variable, or those of the parameters and the result.
  let signature: Signature

  /// The property whose primitive accessor it is; nil for other members.
  let primitiveOf: String?

  enum Signature {
    case variable(MangledType, text: String)
    case function(Mutation, parameters: [Parameter], result: MangledType?)
  }

  struct Parameter {
    let label: String?
    let type: MangledType
    let text: String
  }
}

/// A `@NSManaged` declaration for which no companion can supply a symbol.
package struct UnsuppliedMember: Sendable {
  let file: Int
  let declaration: SwiftDeclaration

  /// The place of the declaration; nil in a class that is declared in a function.
  let place: DeclarationPlace?

  /// The token of the name.
  package let token: Int
  package let name: String
  package let reason: String
}

extension SourceModule {
  /// The file and the byte of the first declaration that needs an accessor on Linux.
  package var firstManagedDeclaration: (file: Int, offset: Int)? {
    for file in files.indices where files[file].importedModule == nil {
      for declaration in files[file].declarations {
        guard let attribute = declaration.attribute("NSManaged"),
          isCompiledOnLinux(attribute, of: declaration, in: file)
        else { continue }
        return (file, files[file].source.tokens[attribute.tokens.lowerBound].range.lowerBound)
      }
    }
    return nil
  }

  /// The members with `@NSManaged` of all files that are compiled on Linux, and those that cannot be supplied.
  func managedMembers() -> (members: [ManagedMember], unsupplied: [UnsuppliedMember]) {
    var members: [ManagedMember] = []
    var unsupplied: [UnsuppliedMember] = []
    for file in files.indices where files[file].importedModule == nil {
      for (index, declaration) in files[file].declarations.enumerated()
      where isManagedOnLinux(declaration, in: file) {
        let place = DeclarationPlace(file: file, index: index)
        for binding in 0..<max(declaration.bindings.count, 1) {
          do {
            members.append(try member(at: place, binding))
          } catch {
            unsupplied.append(
              unsuppliedMember(declaration, binding, in: file, at: place, error.reason)
            )
          }
        }
      }
      for declaration in files[file].localClasses.flatMap(\.members)
      where isManagedOnLinux(declaration, in: file) {
        let reason = "its class is declared in a function"
        unsupplied += (0..<max(declaration.bindings.count, 1)).map {
          unsuppliedMember(declaration, $0, in: file, at: nil, reason)
        }
      }
    }
    return (members, unsupplied)
  }

  private func unsuppliedMember(
    _ declaration: SwiftDeclaration,
    _ binding: Int,
    in file: Int,
    at place: DeclarationPlace?,
    _ reason: String
  ) -> UnsuppliedMember {
    let variable = declaration.bindings.isEmpty ? nil : declaration.bindings[binding]
    return UnsuppliedMember(
      file: file,
      declaration: declaration,
      place: place,
      token: variable?.nameToken ?? declaration.nameToken,
      name: variable?.name ?? declaration.name,
      reason: reason
    )
  }

  /// The members of private classes: a companion declares their symbols for another class, which the compiler refuses
  /// where it compiles a module as a whole, as for a release.
  func hidden(_ members: [ManagedMember]) -> [UnsuppliedMember] {
    members.filter { isHidden($0.owner) }.map { member in
      unsuppliedMember(
        declaration(member.place),
        member.binding,
        in: member.place.file,
        at: member.place,
        "the class '\(member.owner)' is private to its file"
      )
    }
  }

  /// Whether a declaration has an `@NSManaged` that is compiled on Linux.
  private func isManagedOnLinux(_ declaration: SwiftDeclaration, in file: Int) -> Bool {
    guard let attribute = declaration.attribute("NSManaged") else { return false }
    return isCompiledOnLinux(attribute, of: declaration, in: file)
  }

  /// Whether an attribute and its declaration are compiled on Linux.
  func isCompiledOnLinux(
    _ attribute: SwiftDeclaration.Attribute,
    of declaration: SwiftDeclaration,
    in file: Int
  ) -> Bool {
    let source = files[file].source
    return !source.isInactiveOnLinux(attribute.tokens.lowerBound)
      && !source.isInactiveOnLinux(declaration.keyword)
  }

  private func member(at place: DeclarationPlace, _ binding: Int) throws(TypeReader.Failure)
    -> ManagedMember
  {
    let declaration = declaration(place)
    let owner = ownerPath(of: place)
    guard let type = type(owner), type.kind == .class else {
      throw TypeReader.Failure(
        reason: owner.isEmpty
          ? "it is not declared in a class" : "the sources do not declare the class '\(owner)'"
      )
    }
    if let other = files[type.place.file].importedModule {
      throw TypeReader.Failure(reason: "the class '\(type.path)' is of the module '\(other)'")
    }
    guard !isInConditionalExtension(declaration, place.file) else {
      throw TypeReader.Failure(reason: "it is declared in an extension with conditions")
    }
    switch declaration.kind {
    case .variable: return try variable(at: place, binding, of: type)
    case .function: return try function(at: place, of: type)
    default: throw TypeReader.Failure(reason: "it is neither a variable nor a function")
    }
  }

  private func isInConditionalExtension(_ declaration: SwiftDeclaration, _ file: Int) -> Bool {
    declaration.parent.map { files[file].declarations[$0].hasConditions } ?? false
  }

  private func variable(at place: DeclarationPlace, _ index: Int, of owner: SourceType)
    throws(TypeReader.Failure) -> ManagedMember
  {
    let declaration = declaration(place)
    let binding = declaration.bindings[index]
    guard let tokens = binding.type else { throw TypeReader.Failure(reason: "it has no type") }
    try requireNameable(tokens, in: place.file, owner)
    let type = try TypeReader.read(tokens, of: place.file, in: owner.path, self)
    return ManagedMember(
      place: place,
      binding: index,
      name: binding.name,
      owner: owner.path,
      access: access(of: place),
      signature: .variable(type, text: fullText(tokens, in: place.file, of: owner.path)),
      primitiveOf: primitive(binding.name, of: owner.path)
    )
  }

  private func function(at place: DeclarationPlace, of owner: SourceType)
    throws(TypeReader.Failure) -> ManagedMember
  {
    let declaration = declaration(place)
    guard !declaration.isGeneric, !declaration.isThrowing, !declaration.isAsynchronous else {
      throw TypeReader.Failure(
        reason: "a generic, throwing or asynchronous function has no accessor"
      )
    }
    guard !isHidden(owner.path), !self.declaration(owner.place).isGeneric else {
      throw TypeReader.Failure(reason: "functions of private and generic classes are not supported")
    }
    guard declaration.result == nil else {
      throw TypeReader.Failure(reason: "it has a result and is not an accessor of a relationship")
    }
    var parameters: [ManagedMember.Parameter] = []
    for parameter in declaration.parameters {
      try requireNameable(parameter.type, in: place.file, owner)
      parameters.append(
        ManagedMember.Parameter(
          label: parameter.label,
          type: try TypeReader.read(parameter.type, of: place.file, in: owner.path, self),
          text: fullText(parameter.type, in: place.file, of: owner.path)
        )
      )
    }
    guard let mutation = mutation(of: place, types: parameters.map(\.text)) else {
      throw TypeReader.Failure(
        reason: "its name is not that of an accessor of a to-many relationship"
      )
    }
    return ManagedMember(
      place: place,
      binding: 0,
      name: declaration.name,
      owner: owner.path,
      access: access(of: place),
      signature: .function(mutation, parameters: parameters, result: nil),
      primitiveOf: nil
    )
  }

  /// The change of a relationship that a function makes, from its Objective-C name and the types of its parameters.
  func mutation(of place: DeclarationPlace, types: [String]) -> Mutation? {
    let source = files[place.file].source
    let owner = ownerPath(of: place)
    let selector = declaration(place).attribute("objc")?.argument.map { argument in
      source.text(source.range(argument)).filter { !"() \t\n\r".contains($0) }
    }
    return Mutation(
      selector: selector ?? Self.selector(of: declaration(place)),
      types: types,
      hasProperty: { hasProperty($0, ofClass: owner) }
    )
  }

  func text(_ tokens: ClosedRange<Int>, in file: Int) -> String {
    files[file].source.text(files[file].source.range(tokens))
  }

  /// A type with its components qualified, as an extension in another file must write them.
  private func fullText(_ tokens: ClosedRange<Int>, in file: Int, of owner: String) -> String {
    let source = files[file].source
    var text = ""
    var start = source.range(tokens).lowerBound
    for token in tokens where source.tokens[token].kind == .word && !source.is(token - 1, ".") {
      let name = source.name(token)
      guard let path = type(name, in: owner)?.path, path != name, path.hasSuffix("." + name) else {
        continue
      }
      text += source.text(start..<Int(source.tokens[token].start)) + path
      start = Int(source.tokens[token].end)
    }
    return text + source.text(start..<source.range(tokens).upperBound)
  }

  /// Throws for private types, which the companion, another file, cannot name.
  private func requireNameable(
    _ tokens: ClosedRange<Int>,
    in file: Int,
    _ owner: SourceType
  ) throws(TypeReader.Failure) {
    let source = files[file].source
    for token in tokens where source.tokens[token].kind == .word {
      let name = source.name(token)
      guard let type = type(name, in: owner.path), isHidden(type.path) else { continue }
      throw TypeReader.Failure(reason: "the type '\(name)' is private to its file")
    }
  }

  /// The Objective-C name of a function.
  private static func selector(of declaration: SwiftDeclaration) -> String {
    guard let first = declaration.parameters.first else { return declaration.name }
    let label = first.label.map { "With" + $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
    let rest = declaration.parameters.dropFirst().map { "\($0.label ?? ""):" }.joined()
    return "\(declaration.name)\(label):\(rest)"
  }

  /// The property that a variable is the primitive accessor of, as `primitiveName` is of `name`.
  func primitive(_ name: String, of owner: String) -> String? {
    let prefix = "primitive"
    guard name.hasPrefix(prefix), name.count > prefix.count else { return nil }
    if entity(ofClass: owner) != nil, hasProperty(name, ofClass: owner) { return nil }
    let suffix = name.dropFirst(prefix.count)
    guard suffix.first?.isUppercase == true else { return nil }
    let lower = suffix.prefix(1).lowercased() + suffix.dropFirst()
    return [lower, String(suffix)].first { hasProperty($0, ofClass: owner) } ?? lower
  }

  /// Whether the entity of a class has a property, or, without an entity, the class or a superclass declares it.
  func hasProperty(_ name: String, ofClass path: String) -> Bool {
    if let entity = entity(ofClass: path) {
      return model(of: entity).locate(name, in: resolved(entity)) != nil
    }
    return variable(name, ofClass: path) != nil
  }

  /// The names of the properties of a class: those of its entity, or else those that it declares.
  func properties(ofClass path: String) -> [String] {
    if let entity = entity(ofClass: path) {
      return model(of: entity).lineage(of: resolved(entity))
        .flatMap { $0.entity.properties.map(\.name) }
    }
    return lineage(of: path).flatMap { variables[$0]?.keys.sorted() ?? [] }
  }

  /// The access level of a member as seen by other modules.
  func access(of place: DeclarationPlace) -> String {
    var lowest = 2
    var next: Int? = place.index
    var isMember = true
    while let index = next {
      let declaration = files[place.file].declarations[index]
      var written = declaration.writtenAccess
      if isMember, written == nil, let parent = declaration.parent {
        let outer = files[place.file].declarations[parent]
        if outer.kind == .extension { written = outer.writtenAccess }
      }
      // An extension has the access level of its type.
      if declaration.kind == .extension, let type = type(declaration.name) {
        lowest = min(lowest, Self.rank(access(of: type.place)))
      } else {
        lowest = min(lowest, Self.rank(written ?? ""))
      }
      isMember = false
      next = declaration.parent
    }
    return ["", "package", "public"][lowest]
  }

  private static func rank(_ access: String) -> Int {
    switch access {
    case "public", "open": 2
    case "package": 1
    default: 0
    }
  }
}
