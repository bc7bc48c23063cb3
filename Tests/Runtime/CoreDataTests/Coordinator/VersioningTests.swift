import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Stores of other versions of the model") struct VersioningTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func changedModel() -> NSManagedObjectModel {
    let model = Club.makeModel()
    let attribute = NSAttributeDescription()
    attribute.name = "shirt"
    attribute.type = .integer16
    attribute.isOptional = true
    model.entitiesByName["Player"]?.properties.append(attribute)
    return model
  }

  @Test(
    "F276 F293 Other version hashes: 134100, with the metadata and both sets of hashes",
    arguments: [NSPersistentStore.StoreType.binary, .xml, .textFile]
  )
  func incompatible(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let model = changedModel()
    let coordinator = scratch.coordinator(model)
    let error = try #require(throws: CocoaError.self) {
      try coordinator.addPersistentStore(type: type, at: url)
    }
    #expect(error.errorCode == NSPersistentStoreIncompatibleVersionHashError)
    let metadata = try #require(error.userInfo["metadata"] as? [String: Any])
    let recorded = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(recorded == Club.makeModel().entityVersionHashesByName)
    let hashes = error.userInfo["modelVersionHashes"] as? [String: Data]
    #expect(hashes == model.entityVersionHashesByName)
    #expect(error.userInfo["reason"] is String)
    #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(coordinator.persistentStores.isEmpty)
  }

  @Test(
    "F277 NSIgnorePersistentStoreVersioningOption opens it nevertheless",
    arguments: [NSPersistentStore.StoreType.binary, .xml, .textFile]
  )
  func ignoring(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator(changedModel())
    try coordinator.addPersistentStore(
      type: type,
      at: url,
      options: [NSIgnorePersistentStoreVersioningOption: true]
    )
    let context = scratch.context(coordinator)
    let player = try #require(try scratch.players(context).first)
    #expect(player.name == "Ada")
    player.setValue(7, forKey: "shirt")
    try context.save()
    #expect(player.value(forKey: "shirt") as? Int == 7)
  }

  @Test("F284 A model cannot be changed once a coordinator has it")
  func locked() async {
    await #expect(processExitsWith: .failure) {
      let model = Club.makeModel()
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      model.entities = []
    }
  }
}
