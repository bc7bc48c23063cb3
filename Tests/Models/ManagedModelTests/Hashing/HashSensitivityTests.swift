import ManagedModel
import Testing

/// Edits that change a version hash, edits that do not, and edits whose effect is documented as uncertain.
struct HashSensitivityTests {
  private static func entity(_ change: (inout Entity) -> Void = { _ in }) -> Entity {
    var attribute = Attribute(name: "title", type: .string)
    attribute.defaultValueText = "old"
    var entity = Entity(name: "Book", properties: [.attribute(attribute)])
    change(&entity)
    return entity
  }

  private static func hash(_ entities: [Entity]) -> EntityHash? {
    VersionHashes(ResolvedModel(Model(entities: entities)))["Book"]
  }

  private static func withAttribute(_ change: (inout Attribute) -> Void) -> Entity {
    entity { entity in
      var attribute = Attribute(name: "title", type: .string)
      change(&attribute)
      entity.properties = [.attribute(attribute)]
    }
  }

  private static func withRelationship(_ change: (inout Relationship) -> Void) -> Entity {
    entity { entity in
      var relationship = Relationship(name: "pages", destinationName: "Page", isToMany: true)
      change(&relationship)
      entity.properties.append(.relationship(relationship))
    }
  }

  static let different: [Entity] = [
    entity { $0.isAbstract = true },
    entity { $0.versionHashModifier = "2" },
    entity { $0.uniquenessConstraints = [UniquenessConstraint(members: [.init("title")])] },
    withAttribute { $0.isOptional = true },
    withAttribute { $0.type = .date },
    withAttribute { $0.name = "name" },
    withAttribute { $0.versionHashModifier = "x" },
    withAttribute { $0.allowsExternalBinaryDataStorage = true },
    withAttribute {
      $0.isDerived = true
      $0.derivationExpression = "now()"
    },
    withRelationship { _ in },
    withRelationship { $0.minimumCount = 1 },
    withRelationship { $0.maximumCount = 5 },
    withRelationship { $0.isOrdered = true },
    withRelationship { $0.inverseName = "book" },
    withRelationship { $0.destinationName = "Leaf" },
  ]

  @Test func everythingThatMattersGivesAnotherHash() {
    let hashes = ([Self.entity()] + Self.different).compactMap { Self.hash([$0])?.bytes }
    #expect(Set(hashes).count == Self.different.count + 1)
  }

  static let same: [Entity] = [
    entity { $0.representedClassName = "Other" },
    entity { $0.renamingIdentifier = "Tome" },
    entity { $0.userInfo = UserInfo(entries: [UserInfoEntry(key: "a", value: "b")]) },
    entity { $0.fetchIndexes = [FetchIndex(name: "i", elements: [.init(propertyName: "title")])] },
    entity { $0.properties.append(.fetchedProperty(FetchedProperty(name: "f"))) },
    entity {
      $0.properties.append(.attribute(Attribute(name: "t", type: .date, isTransient: true)))
    },
    withAttribute { $0.defaultValueText = "new" },
    withAttribute { $0.minimumText = "1" },
    withAttribute { $0.regularExpression = "a" },
    withAttribute { $0.renamingIdentifier = "old" },
    withAttribute { $0.isIndexed = true },
    withAttribute { $0.isIndexedBySpotlight = true },
    withAttribute { $0.valueTransformerName = "T" },
    withAttribute { $0.usesScalarValueType = true },
  ]

  @Test(arguments: same.indices)
  func irrelevantFieldsGiveTheSameHash(index: Int) {
    #expect(Self.hash([Self.same[index]])?.bytes == Self.hash([Self.entity()])?.bytes)
  }

  @Test func inheritedPropertiesCount() {
    let child = { (parentAttribute: String) in
      [
        Entity(
          name: "Book",
          parentName: "Base",
          properties: [.attribute(Attribute(name: "title", type: .string))]
        ),
        Entity(
          name: "Base",
          properties: [.attribute(Attribute(name: parentAttribute, type: .string))]
        ),
      ]
    }
    #expect(Self.hash(child("a"))?.bytes != Self.hash(child("b"))?.bytes)
  }

  /// Names are sorted by code points, so capitals come before lower-case letters.
  @Test func propertiesAreSortedByCodePoint() {
    let names = ["b", "A", "a", "B", "é", "e\u{301}", "_"]
    #expect(names.sortedByCodePoint() == ["A", "B", "_", "a", "b", "e\u{301}", "é"])
  }

  @Test func doubtsAreNamed() {
    let doubtful = [
      Self.entity {
        $0.uniquenessConstraints = [
          UniquenessConstraint(members: [.init("title")]),
          UniquenessConstraint(members: [.init("a")]),
        ]
      },
      Self.withAttribute { $0.type = .composite },
      Self.withAttribute {
        $0.isDerived = true
        $0.derivationExpression = "pages.@sum.length"
      },
      Self.withRelationship { $0.writtenDeleteRule = .deny },
    ]
    #expect(
      doubtful.map { Self.hash([$0])?.doubts.map(\.description) } == [
        ["several uniqueness constraints on one entity"],
        ["'title' is a composite attribute"],
        ["'title' is derived by 'pages.@sum.length'"],
        ["the relationship 'pages' has the delete rule Deny or No Action"],
      ]
    )
  }

  @Test(arguments: [
    ("pages.@count", "count:(pages)", true),
    ("chat.serverId", "chat.serverId", true),
    ("canonical:(optionalString)", "canonical:(optionalString)", true),
    ("now()", "now()", true),
    ("name", "name", true),
    ("pages.@sum.length", "sum:(pages.length)", false),
    ("book.pages.@count", "count:(book.pages)", false),
    ("not (an expression", "not (an expression", false),
    ("uppercase:(title)", "uppercase:(title)", false),
  ])
  func derivations(written: String, archived: String, isEstablished: Bool) {
    let text = DerivationText(written)
    #expect(text.archived == archived)
    #expect(text.isEstablished == isEstablished)
  }
}
