import CoreData
import Foundation
import Testing

/// Tests of the elements of an `xcmapping.xml`.
@Suite("Mapping models in Xcode's files") struct MappingFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).xcmappingmodel")

  private func mapping(
    _ fields: MappingDump.Fields,
    attributes: [MappingDump.Fields] = [],
    relationships: [MappingDump.Fields] = []
  ) throws -> NSEntityMapping {
    var dump = MappingDump()
    dump.entity(fields, attributes: attributes, relationships: relationships)
    return try #require(try model(dump)?.entityMappings.first)
  }

  private func model(_ dump: MappingDump) throws -> NSMappingModel? {
    defer { try? FileManager.default.removeItem(at: folder) }
    try dump.write(to: folder)
    return NSMappingModel(contentsOf: folder)
  }

  @Test("Mappings come in the order of their numbers, under the names that Xcode shows")
  func order() throws {
    let model = try #require(try model(KennelModel.mapping()))
    #expect(
      model.entityMappings.map(\.name) == [
        "KennelPersonToKennelMember", "Animals", "KennelDogToKennelAnimal",
        "KennelPersonToKennelPortrait", "KennelHouseToKennelHouse", "KennelRumour", "KennelClub",
      ]
    )
    #expect(
      model.entityMappings.map(\.mappingType) == [
        .customEntityMappingType, .transformEntityMappingType, .transformEntityMappingType,
        .transformEntityMappingType, .transformEntityMappingType, .removeEntityMappingType,
        .addEntityMappingType,
      ]
    )
    let first = try #require(model.entityMappingsByName["KennelPersonToKennelMember"])
    #expect(first.sourceEntityName == "KennelPerson")
    #expect(first.destinationEntityName == "KennelMember")
    #expect(first.entityMigrationPolicyClassName == "KennelPolicy")
    #expect(first.userInfo as? [String: String] == ["sourceVersion": "ver1"])
    #expect(
      first.attributeMappings?.map(\.name) == ["note", "fullName", "years", "shouted", "fee"]
    )
  }

  @Test(
    "The type of a mapping is that of the file",
    arguments: [
      ("Custom", NSEntityMappingType.customEntityMappingType), ("Add", .addEntityMappingType),
      ("Remove", .removeEntityMappingType), ("Copy", .copyEntityMappingType),
      ("Transform", .transformEntityMappingType), ("Undefined", .transformEntityMappingType),
      ("", .transformEntityMappingType),
    ]
  ) func types(text: String, expected: NSEntityMappingType) throws {
    let mapping = try mapping([
      "sourcename": "A", "destinationname": "B", "mappingtypename": text,
      "migrationpolicyclassname": "",
    ])
    #expect(mapping.mappingType == expected)
    #expect(mapping.entityMigrationPolicyClassName == nil)
  }

  @Test("If the file has no name, two mappings of the same entities differ by a number")
  func names() throws {
    var dump = MappingDump()
    for _ in 0..<2 { dump.entity(["sourcename": "A", "destinationname": "B"]) }
    #expect(try model(dump)?.entityMappings.map(\.name) == ["AToB", "AToB2"])
  }

  private static func text(_ format: String) -> String { _NSExpression(format: format).description }

  @Test(
    "The old objects are those of the entity, or those that the filter lets through",
    arguments: ["", "photo != nil", "name CONTAINS 'x y'"]
  ) func objects(filter: String) throws {
    let mapping = try mapping([
      "sourcename": "A", "destinationname": "B", "sourcefilterpredicatestring": filter,
    ])
    let expected = filter.isEmpty ? "TRUEPREDICATE" : filter
    #expect(
      mapping.sourceExpression?.description
        == Self.text(
          "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'A', \"\(expected)\")"
        )
    )
  }

  private static let attributeCases: [(MappingDump.Fields, String?)] = [
    (["name": "a"], "$source.a"),
    (["name": "a", "autogenerateexpression": "0"], nil),
    (["name": "a", "valueexpressionstring": "1 + 2"], "1 + 2"),
    (["name": "a", "valueexpression": "$source.b.c"], "$source.b.c"),
    (["name": "a", "somethingnew": "x"], "$source.a"),
    (
      ["name": "a", "valueexpressiondata": ArchivedParts.base64 { $0.source("b.c") }], "$source.b.c"
    ),
    (["name": "a", "valueexpressiondata": ""], "$source.a"),
  ]

  @Test("Sources of attribute values", arguments: attributeCases)
  func attributes(fields: MappingDump.Fields, expected: String?) throws {
    let mapping = try mapping(["sourcename": "A", "destinationname": "B"], attributes: [fields])
    #expect(mapping.attributeMappings?.first?.valueExpression?.description == expected)
  }

  private static let relationshipCases: [(MappingDump.Fields, String)] = [
    (["name": "r"], "SourceRelationshipNamed:sourceInstances:', 'r', $source.r"),
    (
      ["name": "r", "sourcekeypath": "$source.q"],
      "SourceRelationshipNamed:sourceInstances:', 'r', $source.q"
    ),
    (
      ["name": "r", "sourcekeypath": "q.p"],
      "SourceRelationshipNamed:sourceInstances:', 'r', $source.q.p"
    ),
    (
      ["name": "r", "sourcemappingname": "M"],
      "EntityMappingNamed:sourceInstances:', 'M', $source.r"
    ),
    (
      ["name": "r", "sourcemappingname": "M", "sourcekeypath": "$source"],
      "EntityMappingNamed:sourceInstances:', 'M', $source"
    ),
    (
      [
        "name": "r", "autogenerateexpression": "1",
        "valueexpressiondata": ArchivedParts.base64 { $0.instances(of: "N", for: "q") },
      ],
      "EntityMappingNamed:sourceInstances:', 'N', $source.q"
    ),
  ]

  @Test("Sources of relationship destinations", arguments: relationshipCases)
  func relationships(fields: MappingDump.Fields, expected: String) throws {
    let mapping = try mapping(["sourcename": "A", "destinationname": "B"], relationships: [fields])
    #expect(
      mapping.relationshipMappings?.first?.valueExpression?.description
        == Self.text("FUNCTION($manager, 'destinationInstancesFor\(expected))")
    )
  }

  @Test("A new entity has no old objects, so nothing follows from names") func added() throws {
    let mapping = try mapping(
      ["destinationname": "B"],
      attributes: [["name": "a"]],
      relationships: [["name": "r"]]
    )
    #expect(mapping.sourceExpression == nil)
    #expect(mapping.attributeMappings?.first?.valueExpression == nil)
    #expect(mapping.relationshipMappings?.first?.valueExpression == nil)
  }

  @Test(
    "With both versions available hashes and types are known, and a property without a source has no value"
  )
  func versions() throws {
    let store = try KennelStore()
    let folder = store.folder.appendingPathComponent("Both.resources")
    try KennelModel.mapping().write(to: folder.appendingPathComponent("Both.xcmappingmodel"))
    let (old, new) = (try KennelModel.model(1), try KennelModel.model(2))
    let found = NSMappingModel(
      from: [try #require(Bundle(url: folder))],
      forSourceModel: old,
      destinationModel: new
    )
    let mapping = try #require(found?.entityMappingsByName["KennelPersonToKennelMember"])
    #expect(mapping.sourceEntityVersionHash == old.entityVersionHashesByName["KennelPerson"])
    #expect(mapping.destinationEntityVersionHash == new.entityVersionHashesByName["KennelMember"])
    let values = (mapping.attributeMappings ?? []).map { $0.valueExpression?.description }
    #expect(values.first == "$source.note" && values.last == .some(nil))
    #expect(mapping.relationshipMappings?.last?.valueExpression == nil)
  }
}
