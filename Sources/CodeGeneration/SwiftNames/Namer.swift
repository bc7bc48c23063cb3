import Diagnostics
import ManagedModel

/// Gives the parts of a model their names in Swift, and notes what it had to change.
struct Namer {
  private(set) var issues: [GenerationIssue] = []
  private(set) var classOwners: [Int: Int] = [:]

  // MARK: Classes

  mutating func classes(of model: Model) -> [SwiftIdentifier?] {
    var owners: [String: Int] = [:]
    return model.entities.enumerated().map { index, entity in
      guard let entityClass = EntityClass(of: entity) else {
        checkEmptyClass(of: entity)
        return nil
      }
      let name = SwiftIdentifier(near: entityClass.name)
      if name.bare != entityClass.name {
        report(
          .badName,
          "the class '\(entityClass.name)' of '\(entity.name)' is no identifier of Swift",
          becoming: name,
          at: entity.source,
          attribute: "representedClassName"
        )
      }
      if let owner = owners[name.bare] {
        classOwners[index] = owner
        issues.append(
          GenerationIssue(
            .sharedClass,
            "'\(entity.name)' has the class '\(name.bare)' of '\(model.entities[owner].name)'",
            at: entity.source,
            attribute: "representedClassName",
            hint: "code is written for the class of '\(model.entities[owner].name)' only"
          )
        )
      } else {
        owners[name.bare] = index
      }
      return name
    }
  }

  /// `Sports.` names a module and no class.
  private mutating func checkEmptyClass(of entity: Entity) {
    guard let text = entity.representedClassName, text.hasSuffix(".") else { return }
    issues.append(
      GenerationIssue(
        .badName,
        "'\(text)' names no class; '\(entity.name)' has plain managed objects",
        at: entity.source,
        attribute: "representedClassName"
      )
    )
  }

  // MARK: Properties

  /// Names are given from the roots down, so that a property's name is that of no inherited one.
  mutating func properties(of resolved: ResolvedModel) -> [[SwiftIdentifier]] {
    var names = resolved.model.entities.map { entity in
      entity.properties.map { wish(for: $0) }
    }
    for root in resolved.roots {
      var pending = [(entity: root.index, scope: NameScope(), names: [String: String]())]
      while let next = pending.popLast() {
        let entity = resolved.entities[next.entity]
        var scope = next.scope
        var inherited = next.names
        for (position, property) in entity.entity.properties.enumerated() {
          if let name = inherited[property.name], let same = SwiftIdentifier(exactly: name) {
            // Declared anew (the validator says so): one property, one name.
            names[next.entity][position] = same
            continue
          }
          let wanted = names[next.entity][position]
          let given = SwiftIdentifier(near: scope.claim(wanted.bare))
          inherited[property.name] = given.bare
          names[next.entity][position] = given
          checkName(given, wanted: wanted, of: property, in: entity.name)
        }
        for child in entity.children { pending.append((child, scope, inherited)) }
      }
    }
    return names
  }

  private func wish(for property: Property) -> SwiftIdentifier {
    if let text = property.userInfo?[.swiftName], let name = SwiftIdentifier(exactly: text),
      !InheritedMembers.all.contains(text)
    {
      return name
    }
    let name = SwiftIdentifier(near: property.name)
    return InheritedMembers.all.contains(name.bare) ? name.appending("_") : name
  }

  private mutating func checkName(
    _ given: SwiftIdentifier,
    wanted: SwiftIdentifier,
    of property: Property,
    in entity: String
  ) {
    let title = "the \(property.kindName) '\(property.name)' of '\(entity)'"
    if let text = property.userInfo?[.swiftName], text != wanted.bare {
      report(
        .badName,
        "the Swift name '\(text)' of \(title) cannot be used",
        becoming: given,
        at: property.source
      )
    } else if given != wanted {
      report(
        .ambiguousName,
        "\(title) would have the Swift name '\(wanted.bare)' of another",
        becoming: given,
        at: property.source
      )
    } else if InheritedMembers.all.contains(property.name) {
      guard property.userInfo?[.swiftName] == nil else { return }
      report(
        .inheritedMember,
        "\(title) has the name of a member of every managed object",
        becoming: given,
        at: property.source,
        hint: "rename it, or say what it is called in the user info 'momgen.swiftName'"
      )
    } else if SwiftIdentifier(exactly: property.name) == nil {
      guard property.userInfo?[.swiftName] == nil else { return }
      report(.badName, "\(title) is no identifier of Swift", becoming: given, at: property.source)
    }
  }

  // MARK: Everything else

  /// The structs of composites, which stand beside the classes.
  mutating func composites(
    of model: Model,
    besides classes: [SwiftIdentifier?]
  ) -> [SwiftIdentifier] {
    var scope = NameScope()
    for name in Set(classes.compactMap { $0?.bare }) { _ = scope.claim(name) }
    return checked(
      model.composites.map { ($0.name, $0.source) },
      kind: "composite",
      scope: scope
    )
  }

  mutating func members(of model: Model) -> [[SwiftIdentifier]] {
    var scope = NameScope()
    for name in Self.compositeMembers { _ = scope.claim(name) }
    return model.composites.map { composite in
      checked(
        composite.attributes.map { ($0.name, $0.source) },
        kind: "attribute",
        scope: scope
      )
    }
  }

  /// What the struct of a composite has besides its attributes.
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

  /// Distinct identifiers, and an issue for each name that is none.
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
        "the \(kind) '\(name)' is no identifier of Swift",
        becoming: identifier,
        at: source
      )
    }
    return given
  }

  /// The identifiers, changed where another is the same.
  func distinct(
    _ names: [SwiftIdentifier],
    scope: NameScope = NameScope()
  ) -> [SwiftIdentifier] {
    var scope = scope
    return names.map { SwiftIdentifier(near: scope.claim($0.bare)) }
  }

  private mutating func report(
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
