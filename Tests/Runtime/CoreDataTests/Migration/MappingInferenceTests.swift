import CoreData
import Foundation
import Testing

@Suite("Inferred mapping models") struct MappingInferenceTests {
  private func mapping(_ old: Int, _ new: Int) throws -> NSMappingModel {
    try NSMappingModel.inferredMappingModel(
      forSourceModel: ArchiveModel.model(old),
      destinationModel: ArchiveModel.model(new)
    )
  }

  @Test("F328 F329 Entities are copied, transformed, added and removed") func entities() throws {
    let model = try mapping(1, 2)
    #expect(
      model.entityMappings.map { "\($0.name ?? "") \($0.mappingType.rawValue)" }
        == [
          "IEM_Add_Archivist 2", "IEM_Copy_Book 4", "IEM_Copy_Leaflet 4", "IEM_Transform_Author 5",
        ]
    )
    let author = try #require(model.entityMappingsByName["IEM_Transform_Author"])
    let first = try ArchiveModel.model(1).entityVersionHashesByName["Author"]
    #expect(author.sourceEntityName == "Author" && author.destinationEntityName == "Author")
    #expect(author.sourceEntityVersionHash == first)
    #expect(author.destinationEntityVersionHash != first)
    let back = try mapping(2, 1)
    #expect(back.entityMappings.last?.name == "IEM_Remove_Archivist")
    #expect(back.entityMappings.last?.mappingType == .removeEntityMappingType)
  }

  @Test("The changes of properties are in the user info") func fates() throws {
    let author = try #require(try mapping(1, 3).entityMappingsByName["IEM_Transform_Author"])
    func names(_ key: String) -> [String]? { (author.userInfo?[key] as? Set<String>)?.sorted() }
    #expect(names("mappedProperties") == ["born", "fullName", "works"])
    #expect(names("addedProperties") == ["rating"])
    #expect(names("removedProperties") == ["obsolete", "portrait"])
  }

  @Test("Values are copied from their sources") func properties() throws {
    let author = try #require(try mapping(1, 3).entityMappingsByName["IEM_Transform_Author"])
    func expressions(_ mappings: [NSPropertyMapping]?) -> [String] {
      (mappings ?? []).map { "\($0.name ?? ""): \($0.valueExpression?.description ?? "nil")" }
    }
    #expect(
      expressions(author.attributeMappings)
        == [
          #"born: FUNCTION($source, "valueForKey:", "born")"#,
          #"fullName: FUNCTION($source, "valueForKey:", "name")"#, "rating: nil",
        ]
    )
    #expect(
      expressions(author.relationshipMappings)
        == [
          #"works: FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "#
            + #""books", FUNCTION($source, "valueForKey:", "books"))"#
        ]
    )
  }

  @Test("F325 Changes that cannot be inferred: 134190, with the names") func obstacles() throws {
    let error = try #require(throws: CocoaError.self) { try mapping(1, 4) }
    #expect(error.code == .inferredMappingModel)
    #expect(error.userInfo["entity"] as? String == "Author")
    #expect(error.userInfo["property"] as? String == "born")
  }
}
