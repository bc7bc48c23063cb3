import ManagedModel
import ModelComparison

extension ThreeWayMerger {
  /// Merges an element that consists of its fields only.
  mutating func merge<Element: ModelElement & Equatable>(
    _ base: Element?,
    _ ours: Element,
    _ theirs: Element,
    _ fields: ElementFields<Element>,
    _ title: String,
    rules: [FieldRule<Element>] = []
  ) -> Element {
    if case .merged(let element) = ThreeWay(base, ours, theirs) { return element }
    var element = preference.choice(ours, theirs)
    if !fields.merge(base, ours, theirs, into: &element) {
      report(title, rules, base, ours, theirs, ours.source, theirs.source)
    }
    element.spelling = mergeSpelling(base?.spelling, ours.spelling, theirs.spelling)
    return element
  }

  mutating func merge(_ base: Entity?, _ ours: Entity, _ theirs: Entity) -> Entity {
    if case .merged(let entity) = ThreeWay(base, ours, theirs) { return entity }
    let title = "entity \(ours.name)"
    var entity = merge(base, ours, theirs, .all, title, rules: Self.entityRules)
    entity.properties = merge(
      ElementLists(base?.properties ?? [], ours.properties, theirs.properties),
      "property",
      \.name,
      renamed: \.renamingIdentifier,
      element: { merger, base, mine, other in merger.merge(base, mine, other, in: ours.name) }
    )
    entity.fetchIndexes = merge(
      ElementLists(base?.fetchIndexes ?? [], ours.fetchIndexes, theirs.fetchIndexes),
      "fetch index",
      \.name
    ) {
      $0.merge(
        $1,
        $2,
        $3,
        .all,
        "fetch index \(ours.name).\($2.name)",
        rules: FieldRules.fetchIndex
      )
    }
    entity.compoundIndexes = mergeMembers(
      base?.compoundIndexes,
      ours.compoundIndexes,
      theirs.compoundIndexes
    ) { $0.members.map(\.name) }
    entity.uniquenessConstraints = mergeMembers(
      base?.uniquenessConstraints,
      ours.uniquenessConstraints,
      theirs.uniquenessConstraints
    ) { $0.members.map(\.name) }
    entity.userInfo = merge(base?.userInfo, ours.userInfo, theirs.userInfo, of: title)
    return entity
  }

  private static let entityRules: [FieldRule<Entity>] =
    [FieldRule("name", { $0.name })] + FieldRules.entity
    + [FieldRule("parent", { $0.parentName.unlessEmpty })]

  private static let attributeRules: [FieldRule<Attribute>] =
    [FieldRule("name", { $0.name })] + FieldRules.attribute

  private mutating func merge(
    _ base: Property?,
    _ ours: Property,
    _ theirs: Property,
    in entity: String
  ) -> Property {
    if case .merged(let property) = ThreeWay(base, ours, theirs) { return property }
    let title = "\(ours.kindName) \(entity).\(ours.name)"
    switch (ours, theirs) {
    case (.attribute(let ours), .attribute(let theirs)):
      return .attribute(merge(base?.attribute, ours, theirs, title))
    case (.relationship(let ours), .relationship(let theirs)):
      let base = base?.relationship
      var result = merge(base, ours, theirs, .all, title, rules: Self.relationshipRules)
      result.userInfo = merge(base?.userInfo, ours.userInfo, theirs.userInfo, of: title)
      return .relationship(result)
    case (.fetchedProperty(let ours), .fetchedProperty(let theirs)):
      let base = base?.fetchedProperty
      var result = merge(base, ours, theirs, .all, title, rules: FieldRules.fetchedProperty)
      result.userInfo = merge(base?.userInfo, ours.userInfo, theirs.userInfo, of: title)
      return .fetchedProperty(result)
    default:
      conflicts.append(
        MergeConflict(
          element: title,
          explanation: "it is an \(ours.kindName) in ours and a \(theirs.kindName) in theirs",
          ours: ours.source,
          theirs: theirs.source
        )
      )
      return preference.choice(ours, theirs)
    }
  }

  /// The rules about a relationship without its destination, which a merge does not know.
  private static let relationshipRules: [FieldRule<Relationship>] =
    [FieldRule("name", { $0.name })] + FieldRules.relationship.map(alone)

  private static func alone(_ rule: FieldRule<ConnectedRelationship>) -> FieldRule<Relationship> {
    FieldRule(rule.name) { relationship in
      rule.text(
        ConnectedRelationship(
          relationship: relationship,
          keepsDestination: true,
          isShared: true,
          isOwnInverse: false
        )
      )
    }
  }

  private mutating func merge(
    _ base: Attribute?,
    _ ours: Attribute,
    _ theirs: Attribute,
    _ title: String
  ) -> Attribute {
    var result = merge(base, ours, theirs, .all, title, rules: Self.attributeRules)
    result.userInfo = merge(base?.userInfo, ours.userInfo, theirs.userInfo, of: title)
    return result
  }

  mutating func merge(
    _ base: Composite?,
    _ ours: Composite,
    _ theirs: Composite
  ) -> Composite {
    var composite = ours
    composite.attributes = merge(
      ElementLists(base?.attributes ?? [], ours.attributes, theirs.attributes),
      "attribute",
      \.name,
      renamed: \.renamingIdentifier
    ) { $0.merge($1, $2, $3, "attribute \(ours.name).\($2.name)") }
    composite.spelling = mergeSpelling(base?.spelling, ours.spelling, theirs.spelling)
    return composite
  }

  mutating func merge(
    _ base: Configuration?,
    _ ours: Configuration,
    _ theirs: Configuration
  ) -> Configuration {
    if case .merged(let configuration) = ThreeWay(base, ours, theirs) { return configuration }
    var result = preference.choice(ours, theirs)
    if !ElementFields<Configuration>.all.merge(base, ours, theirs, into: &result) {
      report(
        "configuration \(ours.name)",
        FieldRules.configuration(of: nil),
        base,
        ours,
        theirs,
        ours.source,
        theirs.source
      )
    }
    result.members =
      mergeMembers(base?.members, ours.members, theirs.members) { [$0.name] } ?? []
    result.spelling = mergeSpelling(base?.spelling, ours.spelling, theirs.spelling)
    return result
  }

  private mutating func merge(
    _ base: UserInfo?,
    _ ours: UserInfo?,
    _ theirs: UserInfo?,
    of title: String
  ) -> UserInfo? {
    if case .merged(let userInfo) = ThreeWay(base, ours, theirs) { return userInfo }
    var result = ours ?? theirs
    result?.entries = merge(
      ElementLists(base?.entries ?? [], ours?.entries ?? [], theirs?.entries ?? []),
      "user info of \(title),",
      \.key
    ) { $0.merge($1, $2, $3, .all, "user info \($2.key) of \(title)") }
    return result
  }

  /// Merges parts that are lists of names: both sides' additions and removals are applied.
  private mutating func mergeMembers<Element: PlacedElement & Equatable>(
    _ base: [Element]?,
    _ ours: [Element]?,
    _ theirs: [Element]?,
    names: (Element) -> [String]
  ) -> [Element]? {
    if case .merged(let elements) = ThreeWay(base, ours, theirs) { return elements }
    return merge(
      ElementLists(base ?? [], ours ?? [], theirs ?? []),
      "members",
      { names($0).joined(separator: "\u{0}") },
      element: { merger, base, ours, theirs in
        guard case .merged(let element) = ThreeWay(base, ours, theirs) else {
          return merger.preference.choice(ours, theirs)
        }
        return element
      }
    )
  }

  /// Merges spellings; they never conflict, but nothing in them may be lost.
  func mergeSpelling(_ base: Spelling?, _ ours: Spelling, _ theirs: Spelling) -> Spelling {
    if case .merged(let spelling) = ThreeWay(base, ours, theirs) { return spelling }
    var spelling = ours
    let known = Set(ours.attributes.map(\.name)).union((base?.attributes ?? []).map(\.name))
    spelling.attributes += theirs.attributes.filter { !known.contains($0.name) }
    let nodes = Set(ours.foreign).union(base?.foreign ?? [])
    spelling.foreign += theirs.foreign.filter { !nodes.contains($0) }
    return spelling
  }
}
