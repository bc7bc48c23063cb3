import ManagedModel

extension LintRule {
  static let accessorClash = LintRule(
    "accessor-clash",
    code: "N409",
    .warning,
    summary: "No property has the name of an accessor of another property.",
    rationale: """
      For 'players', generated code has 'addToPlayers' and 'removeFromPlayers', and key-value coding looks
      for 'countOfPlayers', 'primitivePlayers' and 'setPlayers'. A property with such a name does not
      compile, or is called instead. Each entity has the class method 'fetchRequest'.
      """,
    remedy: "Rename the property, with the old name as its renaming identifier.",
    example: """
      <attribute name="countOfPlayers" attributeType="Integer 32"/>
      <relationship name="players" toMany="YES" …/>
      """,
    check: .model { pass in
      for entity in pass.entities {
        var accessors: [String: (String, SourceOffset)] = [:]
        for location in pass.resolved.allProperties(of: entity) {
          let property = pass.resolved.property(at: location)
          for accessor in property.accessors {
            accessors[accessor] = (property.name, property.source)
          }
        }
        pass.reportClashes(in: entity, accessors)
      }
    }
  )
}

extension LintPass {
  fileprivate mutating func reportClashes(
    in entity: ResolvedEntity,
    _ accessors: [String: (String, SourceOffset)]
  ) {
    for (position, property) in entity.entity.properties.enumerated() {
      let location = PropertyLocation(entity: entity.index, property: position)
      let element = LintElement.property(at: location, in: resolved)
      let title = "'\(entity.name).\(property.name)'"
      if let (owner, source) = accessors[property.name] {
        report(
          "\(title) has the name of an accessor of '\(owner)'",
          at: element,
          related: [.init(message: "'\(owner)' is here", source: source)]
        )
      } else if property.name == "fetchRequest" {
        report("\(title) has the name of a method that every generated class has", at: element)
      } else if property.name == "id", !property.isIdentity {
        report(
          "\(title) prevents the class from being Identifiable: its values may not be Hashable",
          at: element
        )
      }
    }
  }
}

extension Property {
  /// The names that generated code and key-value coding derive from the property.
  fileprivate var accessors: [String] {
    let capitalized = name.prefix(1).uppercased() + name.dropFirst()
    var accessors = ["primitive\(capitalized)", "set\(capitalized)"]
    guard let relationship, relationship.isToMany else { return accessors }
    accessors += ["addTo", "removeFrom", "countOf"].map { $0 + capitalized }
    if relationship.isOrdered { accessors += ["insertInto", "replace"].map { $0 + capitalized } }
    return accessors
  }

  /// Whether the attribute has the type of an identity in Swift.
  fileprivate var isIdentity: Bool {
    guard let attribute else { return false }
    switch attribute.type {
    case .transformable, .undefined, .composite: return false
    default: return true
    }
  }
}
