import ManagedModel
import SwiftSource

/// All source files of a module, and the models whose classes they declare.
package struct SourceModule: Sendable {
  package let name: String
  package let files: [AdoptedFile]
  let models: [ResolvedModel]

  /// The names of the module itself, and of the modules whose sources are read with it.
  private let moduleNames: Set<String>

  /// The types by their qualified names, such as `Team.Kind`.
  private(set) var types: [String: SourceType] = [:]

  /// The variables of all types, by the names of the type and of the variable.
  private(set) var variables: [String: [String: DeclarationPlace]] = [:]

  /// The functions that types declare, by their names.
  private(set) var memberFunctions: [String: [DeclarationPlace]] = [:]

  /// The functions that types declare, by the names of the types.
  private(set) var functions: [String: [DeclarationPlace]] = [:]

  /// The types that declare a variable, by its name.
  private(set) var owners: [String: [String]] = [:]

  /// The methods that validate one property, by the names of their classes.
  private(set) var validators: [String: [DeclarationPlace]] = [:]

  /// The superclasses of the classes of the sources, by the paths of the classes.
  private var ancestries: [String: ClassAncestry] = [:]

  /// The entities of the models by the names of their classes.
  private let entities: [String: ModelEntity]

  /// The classes that several models name, with the indices of the first two, in the order of their names.
  package let sharedClasses: [(name: String, models: [Int])]

  package init(name: String, files: [AdoptedFile], models: [ResolvedModel]) {
    self.name = name
    self.files = files
    self.models = models
    moduleNames = Set(files.compactMap(\.importedModule)).union([name])
    var entities: [String: ModelEntity] = [:]
    var shared: [String: [Int]] = [:]
    for (index, model) in models.enumerated() {
      for entity in model.entities {
        guard let name = EntityClass(of: entity.entity)?.name, !name.isEmpty else { continue }
        if let known = entities[name] {
          if known.model != index, shared[name] == nil { shared[name] = [known.model, index] }
        } else {
          entities[name] = ModelEntity(model: index, entity: entity.index)
        }
      }
    }
    self.entities = entities
    sharedClasses = shared.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for file in files.indices {
      addTypes(of: file)
      addVariables(of: file)
    }
    for (path, type) in types where type.kind == .class { addAncestry(of: path) }
  }

  /// The module with tokens of its files that count as inactive on Linux.
  func omittingOnLinux(_ tokens: [[ClosedRange<Int>]]) -> Self {
    guard tokens.contains(where: { !$0.isEmpty }) else { return self }
    return Self(
      name: name,
      files: zip(files, tokens).map { $0.omittingOnLinux($1) },
      models: models
    )
  }

  private mutating func addVariables(of file: Int) {
    for (index, declaration) in files[file].declarations.enumerated() {
      if declaration.kind == .function, declaration.parent != nil {
        let place = DeclarationPlace(file: file, index: index)
        memberFunctions[declaration.name, default: []].append(place)
        let owner = ownerPath(of: place)
        functions[owner, default: []].append(place)
        if isValidator(place) { validators[owner, default: []].append(place) }
      }
      guard declaration.kind == .variable || declaration.kind == .constant,
        declaration.parent != nil
      else { continue }
      let owner = ownerPath(of: DeclarationPlace(file: file, index: index))
      for binding in declaration.bindings {
        if variables[owner]?[binding.name] == nil {
          owners[binding.name, default: []].append(owner)
        }
        variables[owner, default: [:]][binding.name] = DeclarationPlace(file: file, index: index)
      }
    }
  }

  private mutating func addTypes(of file: Int) {
    for (index, declaration) in files[file].declarations.enumerated() {
      let kind: SourceType.Kind
      switch declaration.kind {
      case .class, .actor: kind = .class
      case .struct: kind = .struct
      case .enum: kind = .enum
      case .protocol: kind = .protocol
      case .typealias: kind = .alias
      default: continue
      }
      let place = DeclarationPlace(file: file, index: index)
      let path = self.path(of: place)
      if let known = types[path], !isInactive(known.place) { continue }
      // Private declarations of another module are not visible here.
      if files[file].importedModule != nil, isPrivate(place) { continue }
      types[path] = SourceType(kind: kind, place: place, path: path)
    }
  }

  /// The file of a declaration.
  package func file(of member: UnsuppliedMember) -> AdoptedFile { files[member.file] }

  func declaration(_ place: DeclarationPlace) -> SwiftDeclaration {
    files[place.file].declarations[place.index]
  }

  /// Whether a declaration is not compiled on Linux.
  func isInactive(_ place: DeclarationPlace) -> Bool {
    files[place.file].source.isInactiveOnLinux(declaration(place).keyword)
  }

  /// The qualified name of a declaration; for an extension that of the extended type.
  func path(of place: DeclarationPlace) -> String {
    var declaration = declaration(place)
    var path = declaration.name
    while let parent = declaration.parent {
      declaration = files[place.file].declarations[parent]
      path = "\(declaration.name).\(path)"
    }
    return path
  }

  /// Whether a declaration is a static or class member.
  func isStatic(_ place: DeclarationPlace) -> Bool {
    declaration(place).has("static") || declaration(place).has("class")
  }

  /// The name of the type that a declaration is a member of.
  func ownerPath(of place: DeclarationPlace) -> String {
    declaration(place).parent.map { path(of: DeclarationPlace(file: place.file, index: $0)) } ?? ""
  }

  /// The type that a name refers to inside another type.
  func type(_ name: String, in context: String = "") -> SourceType? {
    var outer = context[...]
    while !outer.isEmpty {
      if let type = types["\(outer).\(name)"] { return type }
      outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
    }
    if let type = types[name] { return type }
    // A type may be qualified by its module.
    guard let dot = name.firstIndex(of: "."), moduleNames.contains(String(name[..<dot])) else {
      return nil
    }
    return types[String(name[name.index(after: dot)...])]
  }

  /// The path of the type that a name refers to inside another type, type aliases resolved.
  func aliased(_ name: String, in context: String = "") -> String? {
    var found = type(name, in: context)
    var seen: Set<String> = []
    while let alias = found, alias.kind == .alias, seen.insert(alias.path).inserted {
      guard let result = declaration(alias.place).result else { break }
      let text = files[alias.place.file].source.text(files[alias.place.file].source.range(result))
      guard let next = type(text, in: context) else {
        return entity(ofClass: text) == nil ? alias.path : text
      }
      found = next
    }
    return found?.path
  }

  // MARK: Managed classes

  /// The name of a class's superclass, if it is in the sources.
  func superclass(of type: SourceType) -> String? {
    guard type.kind == .class, let first = declaration(type.place).inheritance.first else {
      return nil
    }
    let source = files[type.place.file].source
    let text = source.text(source.range(first))
    let name = text.firstIndex(of: "<").map { String(text[..<$0]) } ?? text
    return name == "CoreData.NSManagedObject" ? "NSManagedObject" : name
  }

  /// The path of a superclass declared in the sources, or else its name.
  func superclassPath(of path: String) -> String? {
    if let known = ancestries[path] { return known.superclass }
    guard let type = type(path), let name = superclass(of: type) else { return nil }
    return aliased(name, in: type.path) ?? name
  }

  /// The class and its superclasses, the nearest first; the last one may be a class that the sources do not declare.
  func lineage(of path: String) -> [String] {
    var lineage: [String] = []
    var seen: Set<String> = []
    var next: String? = path
    while let current = next, seen.insert(current).inserted {
      lineage.append(current)
      next = superclassPath(of: current)
    }
    return lineage
  }

  /// The first superclass of a class that the sources do not declare.
  func rootClass(of path: String) -> String {
    ancestries[path]?.root ?? lineage(of: path).last ?? path
  }

  /// Whether a class is a managed object class.
  func isManaged(_ path: String) -> Bool {
    if let known = ancestries[path] { return known.isManaged }
    return lineage(of: path).contains { $0 == "NSManagedObject" || entities[$0] != nil }
  }

  /// The entity of a class; nil if no model has one.
  func entity(ofClass path: String) -> ModelEntity? {
    let last = path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) }
    return entities[path] ?? last.flatMap { entities[$0] }
  }

  func model(of entity: ModelEntity) -> ResolvedModel { models[entity.model] }

  func resolved(_ entity: ModelEntity) -> ResolvedEntity {
    models[entity.model].entities[entity.entity]
  }

  /// The types of to-many relationships in the classes that Xcode generates, by the names of the classes.
  ///
  /// Without a declaration with `@NSManaged` in the sources the types may differ on Linux.
  func typesOfGeneratedSets() -> [String: Set<String>] {
    let hasManagedDeclaration = files.contains { file in
      file.importedModule != nil
        && file.declarations.contains { $0.attribute("NSManaged") != nil }
    }
    guard hasManagedDeclaration || firstManagedDeclaration != nil else { return [:] }
    var types: [String: Set<String>] = [:]
    for entity in models.flatMap(\.entities) where entity.entity.codeGeneration != .manual {
      for property in entity.entity.properties {
        guard let relationship = property.relationship, relationship.isToMany else { continue }
        types[property.name, default: []].insert(
          relationship.isOrdered ? "NSOrderedSet" : "NSSet"
        )
      }
    }
    return types
  }

  /// The modules that files import with `@testable`.
  var testableImports: Set<String> {
    let declarations = files.lazy.filter { $0.importedModule == nil }.flatMap(\.declarations)
    return Set(
      declarations.filter { $0.kind == .import && $0.attribute("testable") != nil }.map(\.name)
    )
  }

  /// The name in the declaration of a class, or else in its first extension; nil if the sources have neither.
  package func nameToken(ofClass path: String) -> (file: AdoptedFile, token: Int)? {
    if let type = types[path], files[type.place.file].importedModule == nil {
      return (files[type.place.file], declaration(type.place).nameToken)
    }
    for file in files where file.importedModule == nil {
      let found = file.declarations.first { $0.kind == .extension && $0.name == path }
      if let found { return (file, found.nameToken) }
    }
    return nil
  }

  /// The variable of a name that a class or a superclass declares in the sources.
  func variable(_ name: String, ofClass path: String) -> DeclarationPlace? {
    // Most are found in the class itself, so the superclasses need not be searched.
    variables[path]?[name] ?? lineage(of: path).lazy.compactMap { variables[$0]?[name] }.first
  }
}

extension SourceModule {
  /// Records the superclasses of a class once, so that long chains are not searched for every query.
  private mutating func addAncestry(of path: String) {
    var chain: [(path: String, superclass: String?)] = []
    var seen: Set<String> = []
    var next: String? = path
    while let current = next, ancestries[current] == nil, seen.insert(current).inserted {
      next = superclassPath(of: current)
      chain.append((current, next))
    }
    let known = next.flatMap { ancestries[$0] }
    let root = known?.root ?? chain.last?.path ?? path
    var isManaged = known?.isManaged ?? false
    for (current, superclass) in chain.reversed() {
      isManaged = isManaged || current == "NSManagedObject" || entities[current] != nil
      ancestries[current] = ClassAncestry(
        superclass: superclass,
        root: root,
        isManaged: isManaged
      )
    }
  }
}

/// The superclasses of a class.
private struct ClassAncestry: Sendable {
  let superclass: String?

  /// The last class of the chain, which the sources may not declare.
  let root: String
  let isManaged: Bool
}

/// An entity in one of the models of a module, by the indices of both.
struct ModelEntity: Hashable, Sendable {
  let model: Int
  let entity: Int
}

/// The place of a declaration: the index of its file, and its own in the file.
struct DeclarationPlace: Hashable, Sendable {
  let file: Int
  let index: Int
}

/// A type that the sources declare.
struct SourceType: Sendable {
  enum Kind: Sendable {
    case `class`
    case `struct`
    case `enum`
    case `protocol`
    case alias
  }

  let kind: Kind
  let place: DeclarationPlace

  /// The qualified name.
  let path: String
}
