import Diagnostics
import ManagedModel

/// Assigns Swift names to the parts of a model, and reports names that it had to change.
struct Namer {
  private(set) var issues: [GenerationIssue] = []
  private(set) var classOwners: [Int: Int] = [:]

  // MARK: Classes

  mutating func classes(of resolved: ResolvedModel) -> [SwiftIdentifier?] {
    let entities = resolved.model.entities
    let names = entities.map { className(of: $0) }
    var owners: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      guard let name = name?.bare else { continue }
      // An ancestor owns the class of its descendants, so that no class becomes its own superclass.
      if let owner = owners[name], depth(of: owner, in: resolved) <= depth(of: index, in: resolved)
      {
        continue
      }
      owners[name] = index
    }
    for (index, name) in names.enumerated() {
      guard let name = name?.bare, let owner = owners[name], owner != index else { continue }
      classOwners[index] = owner
      issues.append(
        GenerationIssue(
          .sharedClass,
          "'\(entities[index].name)' has the class '\(name)' of '\(entities[owner].name)'",
          at: entities[index].source,
          attribute: "representedClassName",
          hint: "code is written for the class of '\(entities[owner].name)' only"
        )
      )
    }
    return names
  }

  private mutating func className(of entity: Entity) -> SwiftIdentifier? {
    guard let entityClass = EntityClass(of: entity) else {
      checkEmptyClass(of: entity)
      return nil
    }
    let name = SwiftIdentifier(near: entityClass.name)
    if name.bare != entityClass.name {
      report(
        .badName,
        "the class '\(entityClass.name)' of '\(entity.name)' is not a Swift identifier",
        becoming: name,
        at: entity.source,
        attribute: "representedClassName"
      )
    }
    return name
  }

  private func depth(of entity: Int, in resolved: ResolvedModel) -> Int {
    resolved.lineage(of: resolved.entities[entity]).count
  }

  /// Reports `Sports.`, which names a module but no class.
  private mutating func checkEmptyClass(of entity: Entity) {
    guard let text = entity.representedClassName, text.hasSuffix(".") else { return }
    issues.append(
      GenerationIssue(
        .badName,
        "'\(text)' is not the name of a class; '\(entity.name)' uses NSManagedObject",
        at: entity.source,
        attribute: "representedClassName"
      )
    )
  }

  // MARK: Everything else

  /// Names the structs of composites, which are declared beside the classes.
  mutating func composites(
    of model: Model,
    besides classes: [SwiftIdentifier?]
  ) -> [SwiftIdentifier] {
    var scope = NameScope()
    for name in Set(classes.compactMap { $0?.bare }).union(ManagedObjectMembers.nestedTypes) {
      _ = scope.claim(name)
    }
    return checked(
      model.composites.map { ($0.name, $0.source) },
      kind: "composite",
      scope: scope
    )
  }

  /// Names the members of composites; none gets the name of a composite, whose initializer it would shadow.
  mutating func members(
    of model: Model,
    besides composites: [SwiftIdentifier]
  ) -> [[SwiftIdentifier]] {
    var scope = NameScope()
    for name in Set(Self.compositeMembers + composites.map(\.bare)) { _ = scope.claim(name) }
    return model.composites.map { composite in
      checked(
        composite.attributes.map { ($0.name, $0.source) },
        kind: "attribute",
        scope: scope
      )
    }
  }

  /// The members of the struct of a composite other than its attributes.
  private static let compositeMembers = ["dictionary", "hashValue", "init", "self"]

  mutating func requests(of model: Model) -> [SwiftIdentifier] {
    checked(model.fetchRequests.map { ($0.name, $0.source) }, kind: "fetch request") {
      $0.lowerCased
    }
  }

  mutating func configurations(of model: Model) -> [SwiftIdentifier] {
    checked(model.configurations.map { ($0.name, $0.source) }, kind: "configuration") {
      $0.lowerCased
    }
  }

  /// Returns distinct identifiers, and reports each name that is not one.
  private mutating func checked(
    _ names: [(String, SourceOffset)],
    kind: String,
    scope: NameScope = NameScope(),
    transform: (SwiftIdentifier) -> SwiftIdentifier = { $0 }
  ) -> [SwiftIdentifier] {
    let given = distinct(names.map { transform(SwiftIdentifier(near: $0.0)) }, scope: scope)
    for ((name, source), identifier) in zip(names, given)
    where SwiftIdentifier(exactly: name) == nil {
      report(
        .badName,
        "the \(kind) '\(name)' is not a Swift identifier",
        becoming: identifier,
        at: source
      )
    }
    return given
  }

  /// Returns the identifiers, changed where two are the same.
  func distinct(
    _ names: [SwiftIdentifier],
    scope: NameScope = NameScope()
  ) -> [SwiftIdentifier] {
    var scope = scope
    return names.map { SwiftIdentifier(near: scope.claim($0.bare)) }
  }

  mutating func report(
    _ rule: GenerationRule,
    _ message: String,
    becoming name: SwiftIdentifier,
    at source: SourceOffset,
    attribute: String = "name",
    hint: String? = nil
  ) {
    issues.append(
      GenerationIssue(
        rule,
        "\(message); generated code says '\(name.bare)'",
        at: source,
        attribute: attribute,
        hint: hint
      )
    )
  }

  mutating func append(_ issue: GenerationIssue) {
    issues.append(issue)
  }
}

extension Property {
  var userInfo: UserInfo? {
    switch self {
    case .attribute(let attribute): attribute.userInfo
    case .relationship(let relationship): relationship.userInfo
    case .fetchedProperty(let property): property.userInfo
    }
  }
}
