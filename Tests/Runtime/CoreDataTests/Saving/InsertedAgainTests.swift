import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of objects that another program has deleted, and a merge policy inserts again.
@Suite("Objects inserted again", .everyStore) struct InsertedAgainTests {
  @Test(
    "Both ends of many-to-many relationships are saved anew",
    arguments: [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite]
  )
  func members(_ policy: NSMergePolicy) throws {
    let office = Office()
    let project = office.entity("Project", [Office.attribute("name")])
    let worker = office.entity("Worker", [Office.attribute("name")])
    office.relate(project, "workers", 0 ... .max, worker, "projects", 0 ... .max)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: office.model)
    try coordinator.openTestedStore()
    let mine = coordinator.makeContext()
    let theirs = coordinator.makeContext()
    mine.mergePolicy = policy
    let bridge = mine.add("Project", ["name": "Bridge"])
    let ada = mine.add("Worker", ["name": "Ada"])
    let bob = mine.add("Worker", ["name": "Bob"])
    bridge.mutableSetValue(forKey: "workers").addObjects(from: [ada, bob])
    try mine.save()

    theirs.delete(theirs.object(with: bridge.objectID))
    try theirs.save()
    bridge.setValue("Long bridge", forKey: "name")
    try mine.save()

    let reader = coordinator.makeContext()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Project")
    let found = try #require(try reader.fetch(request).first)
    #expect(found.value(forKey: "name") as? String == "Long bridge")
    #expect(found.mutableSetValue(forKey: "workers").count == 2)
    let worked = reader.object(with: ada.objectID)
    #expect(worked.mutableSetValue(forKey: "projects").contains(found))
    #expect(ada.mutableSetValue(forKey: "projects").contains(bridge))
    #expect(!mine.hasChanges)
  }
}
