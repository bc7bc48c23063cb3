import CoreData
import Foundation
import Testing

/// Tests of compiled mapping models.
@Suite("Compiled mapping models") struct CompiledMappingTests {
  @Test(
    "All of a mapping is read, however keys are spelled",
    arguments: CompiledMapping.Spelling.all
  )
  func reading(spelling: CompiledMapping.Spelling) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).cdm")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(CompiledMapping.bytes(spelling)).write(to: url)
    let mapping = try #require(NSMappingModel(contentsOf: url)?.entityMappings.first)
    #expect(mapping.name == "People" && mapping.mappingType == .transformEntityMappingType)
    #expect(mapping.sourceEntityName == "KennelPerson")
    #expect(mapping.sourceEntityVersionHash == Data([1]))
    #expect(mapping.destinationEntityName == "KennelMember")
    #expect(mapping.destinationEntityVersionHash == Data([2]))
    #expect(mapping.entityMigrationPolicyClassName == "KennelPolicy")
    #expect(mapping.userInfo as? [String: String] == ["a": "b"])
    #expect(
      mapping.sourceExpression?.description
        == _NSExpression(
          format:
            "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'KennelPerson', 'age > 1')"
        ).description
    )
    #expect(mapping.attributeMappings?.map(\.name) == ["fullName", "note"])
    #expect(
      mapping.attributeMappings?.map { $0.valueExpression?.description } == ["$source.name", nil]
    )
    #expect(mapping.relationshipMappings?.isEmpty == true)
  }

  @Test("A compiled mapping is found by its hashes, and followed") func search() throws {
    let store = try KennelStore()
    let folder = store.folder.appendingPathComponent("Compiled.resources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let (old, new) = (try KennelModel.model(1), try KennelModel.model(2))
    let source = ("KennelPerson", old.entityVersionHashesByName["KennelPerson"] ?? Data())
    let destination = ("KennelMember", new.entityVersionHashesByName["KennelMember"] ?? Data())
    func found() throws -> NSMappingModel? {
      let bundle = try #require(Bundle(url: folder))
      return NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)
    }
    let file = folder.appendingPathComponent("A.cdm")
    try Data(CompiledMapping.bytes(source: source)).write(to: file)
    #expect(try found() == nil)
    try Data(CompiledMapping.bytes(source: source, destination: destination)).write(to: file)
    let mapping = try #require(try found())
    #expect(
      try store.texts("KennelMember", ["fullName"], try store.migrate(by: mapping)) == ["Ada"]
    )
  }
}
