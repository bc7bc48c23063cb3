import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@testable import SQLSchema

/// Tests of properties that move within a tree of entities that share a table: the values of one entity's rows must
/// not be mixed up with those of another.
struct MovedPropertyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Model
    let new: Model

    init(_ title: String, _ old: Model, _ new: Model) {
      testDescription = title
      self.old = old
      self.new = new
    }
  }

  /// An entity with three children, and the destinations of relationships.
  private static func tree(
    _ parent: [Property] = [],
    a: [Property] = [],
    b: [Property] = [],
    c: [Property] = [],
    tag: [Property] = [],
    others: [Entity] = []
  ) -> Model {
    func named(_ name: String, parent: String?, _ properties: [Property]) -> Entity {
      Entity(name: name, parentName: parent, properties: properties.map(optional))
    }
    return Model(
      entities: [
        named("Message", parent: nil, parent), named("Audio", parent: "Message", a),
        named("Book", parent: "Message", b), named("Card", parent: "Message", c),
        named("Tag", parent: nil, tag), named("Label", parent: "Tag", []),
      ] + others
    )
  }

  private static func optional(_ property: Property) -> Property {
    if case .relationship = property { property.optional } else { property }
  }

  private static func flag(
    _ value: String? = "NO",
    isOptional: Bool = false,
    was: String? = nil
  ) -> Property {
    var attribute = Attribute(name: "delivered", type: .boolean, isOptional: isOptional)
    attribute.defaultValueText = value
    attribute.renamingIdentifier = was
    return .attribute(attribute)
  }

  /// Values in objects of entities that no longer have the attribute are a loss, even if others keep it.
  @Test func `an attribute that some objects lose is a loss`() {
    func titles(_ old: Model, _ new: Model) -> [[String]] {
      ConnectionMoveTests.titlesOfLosses(ResolvedModel(old), ResolvedModel(new))
    }
    let text = Self.flag(nil, isOptional: true)
    #expect(
      titles(Self.tree([text]), Self.tree(a: [text])) == [
        ["copy the rows of ZMESSAGE"],
        ["drop column message.delivered_old once no program reads it"],
      ]
    )
    #expect(titles(Self.tree(a: [text]), Self.tree([text])) == [[], []])
    // An abstract entity has no objects.
    var (old, new) = (Self.tree([text]), Self.tree(a: [text], b: [text], c: [text]))
    #expect(titles(old, new).allSatisfy { $0.count == 1 })
    for index in [0, 4, 5] {
      old.entities[index].isAbstract = true
      new.entities[index].isAbstract = true
    }
    #expect(titles(old, new) == [[], []])
  }

  /// A store migration reports the same losses as the comparison of its models.
  @Test(arguments: [true, false]) func `objects that there are none of lose nothing`(
    isAbstract: Bool
  ) throws {
    let text = Self.flag(nil, isOptional: true)
    var models = [Self.tree([text]), Self.tree(a: [text], b: [text], c: [text])]
    for index in models.indices { models[index].entities[0].isAbstract = isAbstract }
    let (old, new) = (ResolvedModel(models[0]), ResolvedModel(models[1]))
    let correspondence = ModelCorrespondence(from: old, to: new)
    let (before, after) = (SQLiteSchema(old), SQLiteSchema(new))
    let losses = MigrationLosses(
      of: SQLiteMigration.plan(correspondence, from: before, to: after),
      correspondence,
      from: before.mapping,
      to: after.mapping
    )
    #expect(
      losses.all.map(\.sentence)
        == (isAbstract
          ? [] : ["the values of Message.delivered are lost in the objects of Message"])
    )
  }

  /// Values that users entered are replaced by derived ones.
  @Test func `an attribute that becomes derived is a loss`() {
    func version(derivation: String?) -> ResolvedModel {
      var name = Attribute(name: "name", type: .string, isOptional: true)
      name.isDerived = derivation != nil
      name.derivationExpression = derivation
      let title = Attribute(name: "title", type: .string, isOptional: true)
      return ResolvedModel(
        Model(entities: [Entity(name: "A", properties: [.attribute(name), .attribute(title)])])
      )
    }
    let losses = ConnectionMoveTests.titlesOfLosses(
      version(derivation: nil),
      version(derivation: "title")
    )
    #expect(losses.map(\.count) == [1, 1], "\(losses)")
    #expect(losses[0] == ["derive ZA.ZNAME"])
    #expect(
      ConnectionMoveTests.titlesOfLosses(version(derivation: "title"), version(derivation: nil))
        == [[], []]
    )
  }

  static let cases: [Case] = [
    Case("up from two", tree(a: [flag()], b: [flag()]), tree([flag()])),
    Case("up from three", tree(a: [flag()], b: [flag()], c: [flag()]), tree([flag("YES")])),
    Case("up from one", tree(a: [flag()]), tree([flag()])),
    Case(
      "up from two, optional",
      tree(a: [flag(isOptional: true)], b: [flag(isOptional: true)]),
      tree([flag("YES", isOptional: true)])
    ),
    Case(
      "up from one, optional",
      tree(a: [flag(isOptional: true)]),
      tree([flag("YES", isOptional: true)])
    ),
    Case(
      "up and mandatory",
      tree(a: [flag(nil, isOptional: true)], b: [flag()]),
      tree([flag("YES")])
    ),
    Case("down to one", tree([flag()]), tree(a: [flag()])),
    Case("down to two", tree([flag()]), tree(a: [flag()], b: [flag("YES")])),
    Case("from one to another", tree(a: [flag()]), tree(b: [flag("YES")])),
    Case("from two to one", tree(a: [flag()], b: [flag()]), tree(b: [flag("YES")])),
    Case("new to all", tree(), tree([flag("YES")])),
    Case("new to two", tree(), tree(a: [flag("YES")], b: [flag()])),
    Case(
      "with other children",
      tree(a: [flag()], b: [flag()]),
      tree([flag()], others: [Entity(name: "Zebra", parentName: "Message")])
    ),
    Case(
      "out of the tree",
      tree(a: [attribute("text")], b: [flag()]),
      Model(
        entities: tree([flag()], b: []).entities.map { entity in
          var entity = entity
          if entity.name == "Audio" {
            entity.parentName = nil
            entity.properties = [attribute("text"), flag("YES")]
          }
          return entity
        }
      )
    ),
    Case(
      "to-one",
      tree(a: [toOne("tag", "Tag")], b: [toOne("tag", "Tag")]),
      tree([toOne("tag", "Tag")])
    ),
    Case(
      "to-one of different kinds",
      tree(a: [toOne("tag", "Tag")], b: [toOne("tag", "Label")]),
      tree([toOne("tag", "Tag")])
    ),
    Case(
      "to-many without inverse",
      tree(a: [toMany("tags", "Tag")], b: [toMany("tags", "Tag")]),
      tree([toMany("tags", "Tag")])
    ),
    Case(
      "ordered to-many without inverse",
      tree(
        a: [toMany("tags", "Tag", isOrdered: true)],
        b: [toMany("tags", "Tag", isOrdered: true)]
      ),
      tree([toMany("tags", "Tag", isOrdered: true)])
    ),
    Case(
      "many-to-many",
      tree(
        a: [toMany("tags", "Tag", inverse: "audios")],
        b: [toMany("tags", "Tag", inverse: "books")],
        tag: [toMany("audios", "Audio", inverse: "tags"), toMany("books", "Book", inverse: "tags")]
      ),
      tree(
        [toMany("tags", "Tag", inverse: "messages")],
        tag: [toMany("messages", "Message", inverse: "tags").was("audios")]
      )
    ),
    Case(
      "to-many with inverse",
      tree(
        a: [toOne("tag", "Tag", inverse: "audios")],
        b: [toOne("tag", "Tag", inverse: "books")],
        tag: [toMany("audios", "Audio", inverse: "tag"), toMany("books", "Book", inverse: "tag")]
      ),
      tree(
        [toOne("tag", "Tag", inverse: "messages")],
        tag: [toMany("messages", "Message", inverse: "tag")]
      )
    ),
    Case(
      "what relationships lead to is gone",
      tree([toOne("tag", "Tag")]),
      Model(
        entities: tree([toOne("tag", "Tag")]).entities.filter { $0.name != "Label" }
          + [Entity(name: "Notice", parentName: "Tag")]
      )
    ),
    Case(
      "one of an ordered relationship is gone",
      tree(
        a: [toOne("tag", "Tag", inverse: "audios")],
        tag: [toMany("audios", "Audio", inverse: "tag", isOrdered: true)]
      ),
      Model(
        entities: tree(
          a: [toOne("tag", "Tag", inverse: "audios")],
          tag: [toMany("audios", "Audio", inverse: "tag", isOrdered: true)]
        ).entities.filter { $0.name != "Label" }
      )
    ),
  ]

  @Test(arguments: cases) func `an SQLite store keeps the data`(_ item: Case) throws {
    let store = try MigratedStore(from: ResolvedModel(item.old), to: ResolvedModel(item.new))
    #expect(store.plan.obstacles.filter { !$0.dependsOnData } == [])
    // An object has at most one owner through either relationship, and the members of both are merged.
    let expected = ["to-many without inverse": "Book.tags", "many-to-many": ".messages:"]
    let faults =
      try store.schemaDifferences() + store.missingDefaults() + store.wrongEntityNumbers()
      + store.lostData().filter { fault in
        !expected.contains { item.testDescription.hasSuffix($0.key) && fault.contains($0.value) }
      }
    #expect(faults.isEmpty, "\(faults)\n\(store.plan.steps.flatMap(\.statements))")
  }

  @Test(arguments: cases) func `a PostgreSQL database keeps the data`(_ item: Case) throws {
    let database = try MigratedSchema()
    let faults = try database.faults(
      from: ResolvedModel(item.old),
      to: ResolvedModel(item.new),
      isFilled: true
    )
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test(arguments: cases) func `nothing is said to be lost that is not`(_ item: Case) {
    let (old, new) = (SQLiteSchema(ResolvedModel(item.old)), SQLiteSchema(ResolvedModel(item.new)))
    let correspondence = ModelCorrespondence(from: old.mapping.model, to: new.mapping.model)
    let plan = SQLiteMigration.plan(correspondence, from: old, to: new)
    let losses = MigrationLosses(of: plan, correspondence, from: old.mapping, to: new.mapping).all
    let title = item.testDescription
    let loses =
      !title.hasPrefix("up") && ["down", "from", "gone", "without"].contains { title.contains($0) }
    #expect(losses.isEmpty != loses, "\(losses)")
  }

  /// A plan that fails on some data leaves the database unchanged.
  @Test func `a migration of PostgreSQL that fails changes nothing`() throws {
    let old = ResolvedModel(Self.tree(a: [Self.flag(nil, isOptional: true)]))
    let new = ResolvedModel(Self.tree([Self.flag(nil)]))
    let plan = PostgreSQLMigration.plan(
      ModelCorrespondence(from: old, to: new),
      from: PostgreSQLSchema(old),
      to: PostgreSQLSchema(new)
    )
    let position = plan.transactions.firstIndex { group in
      group.contains { $0.cautions.contains(.dependsOnData) && $0.kind == .validate }
    }
    let before = plan.transactions.prefix(position ?? 0).flatMap(\.self)
    #expect(position != nil && before.map(\.kind) == [.setting])
  }
}
