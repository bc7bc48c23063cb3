import CoreData
import Testing

/// Tests of models: entities, configurations, templates, copying, equality, merging.
///
/// Only Apple's interface is used.
@Suite("Models")
struct ManagedObjectModelTests {
  @Test("Entities refer to their model")
  func entities() {
    let model = SampleModels.league()
    #expect(model.entities.count == 4)
    #expect(model.entities.allSatisfy { $0.managedObjectModel === model })
    #expect(model.entitiesByName["Team"]?.name == "Team")
  }

  @Test("F285 Configurations select entities; nil selects all")
  func configurations() throws {
    let model = SampleModels.league()
    let team = try #require(model.entitiesByName["Team"])
    model.setEntities([team], forConfigurationName: "Cloud")
    #expect(model.configurations.contains("Cloud"))
    #expect(model.entities(forConfigurationName: "Cloud") == [team])
    #expect(model.entities(forConfigurationName: nil)?.count == 4)
    #expect(model.entities(forConfigurationName: "Nowhere") == nil)
  }

  @Test("Templates are held under their names")
  func templates() throws {
    let model = SampleModels.league()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
    request.predicate = NSPredicate(format: "number > $MINIMUM AND name == $NAME")
    request.fetchLimit = 7
    model.setFetchRequestTemplate(request, forName: "byNumber")
    #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["byNumber"])
    #expect(model.fetchRequestTemplate(forName: "byNumber")?.fetchLimit == 7)
    #expect(model.fetchRequestTemplate(forName: "other") == nil)
    let filled = try #require(
      model.fetchRequestFromTemplate(
        withName: "byNumber",
        substitutionVariables: ["MINIMUM": 3, "NAME": "Ann"]
      )
    )
    #expect(filled.predicate == NSPredicate(format: "number > 3 AND name == %@", "Ann"))
    #expect(filled.entityName == "Player")
    #expect(filled.fetchLimit == 7)
    #expect(request.predicate == NSPredicate(format: "number > $MINIMUM AND name == $NAME"))
    #expect(
      model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil
    )
    model.setFetchRequestTemplate(nil, forName: "byNumber")
    #expect(model.fetchRequestTemplatesByName.isEmpty)
  }

  @Test("A copied model is equal, apart, and connected within itself")
  func copying() throws {
    let model = SampleModels.league()
    let team = try #require(model.entitiesByName["Team"])
    model.setEntities([team], forConfigurationName: "Cloud")
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = team
    model.setFetchRequestTemplate(request, forName: "all")
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    let copiedTeam = try #require(copy.entitiesByName["Team"])
    let copiedPlayer = try #require(copy.entitiesByName["Player"])
    #expect(copiedTeam !== team)
    #expect(copiedTeam.managedObjectModel === copy)
    #expect(copiedPlayer.superentity === copy.entitiesByName["Person"])
    let players = try #require(copiedTeam.relationshipsByName["players"])
    #expect(players.destinationEntity === copiedPlayer)
    #expect(players.inverseRelationship === copiedPlayer.relationshipsByName["team"])
    #expect(copy.entities(forConfigurationName: "Cloud")?.first === copiedTeam)
    #expect(copy.fetchRequestTemplate(forName: "all")?.entity === copiedTeam)
    copiedTeam.attributesByName["title"]?.isOptional = false
    #expect(copy != model)
  }

  @Test("A copied entity has copies of its properties and its subentities")
  func copiedEntity() throws {
    let model = SampleModels.league()
    let person = try #require(model.entitiesByName["Person"])
    let copy = try #require(person.copy() as? NSEntityDescription)
    #expect(copy == person)
    #expect(copy.superentity == nil)
    let player = try #require(copy.subentitiesByName["Player"])
    #expect(player !== model.entitiesByName["Player"])
    #expect(player.superentity === copy)
    #expect(player.relationshipsByName["team"]?.destinationEntity === model.entitiesByName["Team"])
  }

  @Test("Equal models are equal, different ones are not")
  func equality() {
    #expect(SampleModels.league() == SampleModels.league())
    #expect(SampleModels.league().hash == SampleModels.league().hash)
    let changes: [(NSManagedObjectModel) -> Void] = [
      { $0.entitiesByName["Team"]?.name = "Club" },
      { $0.entitiesByName["Team"]?.isAbstract = true },
      { $0.entitiesByName["Team"]?.managedObjectClassName = "Team" },
      { $0.entitiesByName["Team"]?.uniquenessConstraints = [["title"]] },
      { $0.entitiesByName["Team"]?.userInfo = ["a": "b"] },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.maxCount = 11 },
      { $0.entitiesByName["Team"]?.relationshipsByName["players"]?.inverseRelationship = nil },
      { $0.entitiesByName["Person"]?.subentities = [] },
      { $0.entities.removeLast() },
      { $0.versionIdentifiers = ["2"] },
      { $0.setEntities([], forConfigurationName: "None") },
      { $0.setFetchRequestTemplate(NSFetchRequest(entityName: "Team"), forName: "all") },
    ]
    for change in changes {
      let model = SampleModels.league()
      change(model)
      #expect(model != SampleModels.league())
    }
  }

  @Test("Models merge into one; what they share is there once")
  func merging() throws {
    let league = SampleModels.league()
    let other = SampleModels.league()
    other.entities.append(SampleModels.entity("Stadium", [SampleModels.attribute("city", .string)]))
    let merged = try #require(NSManagedObjectModel(byMerging: [league, other]))
    #expect(
      Set(merged.entitiesByName.keys) == ["Person", "Player", "Goalkeeper", "Team", "Stadium"]
    )
    #expect(merged.entities.count == 5)
    #expect(merged.entities.allSatisfy { $0.managedObjectModel === merged })
    #expect(league.entities.allSatisfy { $0.managedObjectModel === league })
    let team = try #require(merged.entitiesByName["Team"])
    #expect(
      team.relationshipsByName["players"]?.destinationEntity === merged.entitiesByName["Player"]
    )
    #expect(merged.entitiesByName["Player"]?.superentity === merged.entitiesByName["Person"])
  }

  @Test("A subentity of a shared entity finds its superentity")
  func mergingSubentities() throws {
    let league = SampleModels.league()
    let other = SampleModels.league()
    let coach = SampleModels.entity("Coach")
    other.entitiesByName["Person"]?.subentities.append(coach)
    let merged = try #require(NSManagedObjectModel(byMerging: [league, other]))
    #expect(merged.entitiesByName["Coach"]?.superentity === merged.entitiesByName["Person"])
    #expect(merged.entitiesByName["Coach"]?.attributesByName["name"] != nil)
  }

  @Test("Models with different entities of one name do not merge")
  func mergingConflict() {
    let other = SampleModels.league()
    other.entitiesByName["Team"]?.attributesByName["title"]?.isOptional = false
    #expect(NSManagedObjectModel(byMerging: [SampleModels.league(), other]) == nil)
  }

  @Test("Of several models the one is taken that a store was made with")
  func mergingForMetadata() throws {
    let league = SampleModels.league()
    let later = SampleModels.league()
    later.entitiesByName["Team"]?.attributesByName["title"]?.isOptional = false
    let metadata: [String: Any] = [
      NSStoreModelVersionHashesKey: later.entityVersionHashesByName
    ]
    let found = try #require(
      NSManagedObjectModel(byMerging: [league, later], forStoreMetadata: metadata)
    )
    #expect(found == later)
    #expect(NSManagedObjectModel(byMerging: [league], forStoreMetadata: metadata) == nil)
    #expect(NSManagedObjectModel(byMerging: [league], forStoreMetadata: [:]) == nil)
  }

  @Test("A store made with two models gets both")
  func mergingPartsForMetadata() throws {
    let stadium = SampleModels.model(SampleModels.entity("Stadium"))
    let unrelated = SampleModels.model(SampleModels.entity("Unrelated"))
    let both = try #require(NSManagedObjectModel(byMerging: [SampleModels.league(), stadium]))
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: both.entityVersionHashesByName]
    let found = NSManagedObjectModel(
      byMerging: [unrelated, stadium, SampleModels.league()],
      forStoreMetadata: metadata
    )
    #expect(found?.entityVersionHashesByName == both.entityVersionHashesByName)
  }

  @Test("F293 A configuration fits a store only with the same hashes of the same entities")
  func compatibility() throws {
    let model = SampleModels.league()
    let team = try #require(model.entitiesByName["Team"])
    model.setEntities([team], forConfigurationName: "Cloud")
    func metadata(_ hashes: [String: Data]) -> [String: Any] {
      [NSStoreModelVersionHashesKey: hashes, NSStoreModelVersionIdentifiersKey: [""]]
    }
    let all = model.entityVersionHashesByName
    let cloud = all.filter { $0.key == "Team" }
    func fits(_ name: String?, _ metadata: [String: Any]) -> Bool {
      model.isConfiguration(withName: name, compatibleWithStoreMetadata: metadata)
    }
    #expect(fits(nil, metadata(all)))
    #expect(fits("Cloud", metadata(cloud)))
    #expect(!fits("Cloud", metadata(all)))
    #expect(!fits(nil, metadata(cloud)))
    #expect(!fits("Nowhere", metadata(all)))
    #expect(!fits(nil, [:]))
    #expect(!fits(nil, metadata(all.mapValues { Data($0.reversed()) })))
  }
}
