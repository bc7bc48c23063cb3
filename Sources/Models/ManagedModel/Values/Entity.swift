/// A kind of object: its properties, and how its objects are indexed, constrained and generated.
package struct Entity: Sendable, Hashable {
  package var name: String

  /// Module and class in one text, as in the file: `Player`, `.Player`, `Sports.Player`, empty or absent.
  ///
  /// ``EntityClass`` takes it apart.
  package var representedClassName: String?

  /// The name of the parent entity, or nil for a root.
  package var parentName: String?

  package var isAbstract: Bool
  package var codeGeneration: CodeGeneration

  /// The name of the entity in the version before it was last renamed (`elementID`).
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isSyncable: Bool
  package var spotlightDisplayNameExpression: String?

  /// Attributes, relationships and fetched properties of this entity itself, in the order of the file.
  package var properties: [Property]

  package var fetchIndexes: [FetchIndex]

  /// The indexes of models saved for Xcode 8 and earlier, or nil without a `compoundIndexes` element.
  package var compoundIndexes: [CompoundIndex]?

  /// The uniqueness constraints, or nil without a `uniquenessConstraints` element.
  package var uniquenessConstraints: [UniquenessConstraint]?
  package var userInfo: UserInfo?

  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    representedClassName: String? = nil,
    parentName: String? = nil,
    isAbstract: Bool = false,
    codeGeneration: CodeGeneration = .manual,
    renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil,
    isSyncable: Bool = true,
    spotlightDisplayNameExpression: String? = nil,
    properties: [Property] = [],
    fetchIndexes: [FetchIndex] = [],
    compoundIndexes: [CompoundIndex]? = nil,
    uniquenessConstraints: [UniquenessConstraint]? = nil,
    userInfo: UserInfo? = nil,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.representedClassName = representedClassName
    self.parentName = parentName
    self.isAbstract = isAbstract
    self.codeGeneration = codeGeneration
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.isSyncable = isSyncable
    self.spotlightDisplayNameExpression = spotlightDisplayNameExpression
    self.properties = properties
    self.fetchIndexes = fetchIndexes
    self.compoundIndexes = compoundIndexes
    self.uniquenessConstraints = uniquenessConstraints
    self.userInfo = userInfo
    self.source = source
    self.spelling = spelling
  }
}

extension Entity {
  /// The attributes that this entity itself declares, in the order of the file.
  package var attributes: [Attribute] {
    properties.compactMap(\.attribute)
  }

  /// The relationships that this entity itself declares, in the order of the file.
  package var relationships: [Relationship] {
    properties.compactMap(\.relationship)
  }

  /// The fetched properties that this entity itself declares, in the order of the file.
  package var fetchedProperties: [FetchedProperty] {
    properties.compactMap(\.fetchedProperty)
  }
}

/// The code that Xcode writes for an entity (`codeGenerationType`).
package enum CodeGeneration: String, Sendable, Hashable {
  /// Class definition: the class and its properties.
  case `class`
  /// Category or extension: the properties; the class is the user's.
  case category
  /// Manual or none; the attribute is absent.
  case manual
}
