import ManagedModel
import Testing

@testable import CodeGeneration

/// The size of the files of properties, and the lines that change with a model.
struct PortablePropertiesTests {
  private static let types: [AttributeType] = [
    .boolean, .integer16, .integer32, .integer64, .double, .float, .decimal, .string, .date,
    .binary, .uuid, .uri,
  ]

  private static func entity(_ name: String, parent: String? = nil, _ properties: [Property])
    -> Entity
  {
    var entity = Entity(name: name, representedClassName: name, parentName: parent)
    entity.codeGeneration = .class
    entity.properties = properties
    return entity
  }

  private static func attribute(
    _ name: String,
    _ type: AttributeType = .string,
    isOptional: Bool = true
  ) -> Property {
    var attribute = Attribute(name: name, type: type)
    attribute.isOptional = isOptional
    return .attribute(attribute)
  }

  private static func rendered(_ entities: [Entity], _ parameters: [String] = []) throws -> [String:
    [Substring]]
  {
    let model = ContextModel(ResolvedModel(Model(entities: entities)), name: "M", version: "M")
    return try RenderedSet("portable", model, parameters: parameters).files
      .mapValues { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  /// A chain of three entities, to the first of which a property is added.
  private static func line(adding added: Property? = nil) -> [Entity] {
    [
      entity("Person", [attribute("name"), attribute("zip")] + (added.map { [$0] } ?? [])),
      entity("Player", parent: "Person", [attribute("email")]),
      entity("Keeper", parent: "Player", [attribute("saves", .integer32)]),
      entity("Team", [attribute("name")]),
    ]
  }

  @Test(
    "One more attribute changes at most six lines",
    arguments: types,
    [true, false]
  )
  func anAttributeMore(type: AttributeType, isOptional: Bool) throws {
    for name in ["added", "middle", "zoo"] {
      for files in ["files=entity", "files=model"] {
        let before = try Self.rendered(Self.line(), [files])
        let added = Self.attribute(name, type, isOptional: isOptional)
        let after = try Self.rendered(Self.line(adding: added), [files])
        #expect(before.keys == after.keys)
        let changes = before.keys.sorted().map { path in
          after[path, default: []].difference(from: before[path, default: []])
        }
        let count = changes.map(\.count).reduce(0, +)
        #expect(count > 0 && count <= 6, "\(changes.flatMap { $0 })")
      }
    }
  }

  @Test("A hundred entities take at most 13,000 lines, with primitive accessors")
  func lines() throws {
    let attributes = Self.types.enumerated().map { Self.attribute("attribute\($0)", $1) }
    let entities = (0..<100).map { index in
      var toMany = Relationship(name: "many")
      toMany.isToMany = true
      toMany.destinationName = "Entity\((index + 1) % 100)"
      var toOne = Relationship(name: "one")
      toOne.destinationName = "Entity\((index + 99) % 100)"
      return Self.entity(
        "Entity\(index)",
        attributes + [.relationship(toMany), .relationship(toOne)]
      )
    }
    let files = try Self.rendered(entities, ["primitives"])
    #expect(files.count == 100)
    #expect(files.values.map { $0.count - 1 }.reduce(0, +) <= 13_000)
  }

  @Test(
    "Primitive accessors are generated on request",
    arguments: [
      ([], nil, false), (["primitives"], nil, true), ([], "YES", true),
      (["primitives"], "NO", false),
      (["primitives=false"], "", true), ([], "0", false),
    ] as [([String], String?, Bool)]
  )
  func primitives(parameters: [String], wish: String?, expected: Bool) throws {
    var player = Self.entity("Player", [Self.attribute("email")])
    player.userInfo = wish.map {
      UserInfo(entries: [UserInfoEntry(key: "momgen.primitives", value: $0)])
    }
    let team = Self.entity("Team", [Self.attribute("name")])
    let files = try Self.rendered([player, team], parameters)
    func hasPrimitives(_ name: String) throws -> Bool {
      let lines = try #require(files["\(name)+CoreDataProperties.swift"])
      return lines.contains { $0.contains("var primitive") }
    }
    #expect(try hasPrimitives("Player") == expected)
    #expect(try hasPrimitives("Team") == (parameters == ["primitives"]))
  }

  @Test func namesOfPropertiesAreInherited() throws {
    let files = try Self.rendered(Self.line())
    func declaration(_ name: String) -> Substring? {
      files["\(name)+CoreDataProperties.swift"]?.first { $0.contains(" PropertyName") }
    }
    #expect(declaration("Person") == "    nonisolated public class PropertyName {")
    #expect(
      declaration("Player") == "    nonisolated public class PropertyName: Person.PropertyName {"
    )
    #expect(
      declaration("Keeper") == "    nonisolated public class PropertyName: Player.PropertyName {"
    )
    #expect(declaration("Team") == "    nonisolated public enum PropertyName {")
  }

  /// A class without properties of its own needs no keys: key paths to inherited ones are found in the superclass.
  @Test func aClassWithoutPropertiesHasNoKeys() throws {
    let files = try Self.rendered(Self.line() + [Self.entity("Extra", parent: "Player", [])])
    let text = try #require(files["Extra+CoreDataProperties.swift"]).joined(separator: "\n")
    #expect(!text.contains("PropertyName") && !text.contains("#else"))
    #expect(!text.contains("GeneratedKey"))
  }

  /// The key paths of a class refer to those of the nearest superclass.
  @Test func keyPathsOfChainsAreLinear() throws {
    let chain = (1...40).map {
      Self.entity(
        "Keeper\($0)",
        parent: $0 == 1 ? "Keeper" : "Keeper\($0 - 1)",
        [Self.attribute("a\($0)")]
      )
    }
    let files = try Self.rendered(Self.line() + chain)
    let lengths = (2...39).compactMap {
      files["Keeper\($0)+CoreDataProperties.swift"]?.joined().count
    }
    #expect(lengths.count == 38 && lengths.allSatisfy { $0 < 2 * lengths[0] }, "\(lengths)")
  }
}
