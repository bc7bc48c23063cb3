import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Faults and uniquing", .everyStore) struct FaultingTests {
  private func save(_ count: Int = 1) throws -> (NSManagedObjectContext, [NSManagedObjectID]) {
    let context = try Garden.makeContext()
    let plants = (0..<count).map { _ in Plant(context: context) }
    for plant in plants.dropFirst() { plant.setValue(plants[0], forKey: "parent") }
    try context.save()
    let fresh = try Garden.makeContext(context.persistentStoreCoordinator)
    return (fresh, plants.map(\.objectID))
  }

  private let request = NSFetchRequest<Plant>(entityName: "Plant")

  @Test("F040 F041 F042 F044 Two fetches return one object, by default a fault")
  func uniquing() throws {
    let (context, ids) = try save()
    let first = try #require(try context.fetch(request).first)
    #expect(first.isFault && first.objectID == ids[0])
    request.returnsObjectsAsFaults = false
    let second = try #require(try context.fetch(request).first)
    #expect(second === first && !second.isFault)
  }

  @Test("F062 F063 Prefetching and batches do not change the results")
  func prefetching() throws {
    let (context, ids) = try save(10)
    request.sortDescriptors = [NSSortDescriptor(key: "parent.name", ascending: true)]
    let expected = try context.fetch(request)
    request.relationshipKeyPathsForPrefetching = ["children", "parent.children"]
    request.fetchBatchSize = 3
    let found = try context.fetch(request)
    #expect(found == expected && found.count == ids.count)
    let parent = try #require(found.first)
    #expect(parent.objects("children") == Set(found.dropFirst()))
  }

  @Test("F045 F046 Relationships are faults until used; IDs need no values of destinations")
  func relationshipFaults() throws {
    let (context, ids) = try save(3)
    let parent = context.object(with: ids[0])
    let child = context.object(with: ids[1])
    #expect(parent.hasFault(forRelationshipNamed: "children"))
    #expect(Set(parent.objectIDs(forRelationshipNamed: "children")) == Set(ids.dropFirst()))
    #expect(child.objectIDs(forRelationshipNamed: "parent") == [ids[0]])
    #expect(context.object(with: ids[2]).isFault)
    #expect(parent.objectIDs(forRelationshipNamed: "twin").isEmpty)
    context.refresh(child, mergeChanges: false)
    _ = child.value(forKey: "name")
    #expect(child.hasFault(forRelationshipNamed: "parent"))
    _ = child.object("parent")
    #expect(!child.hasFault(forRelationshipNamed: "parent"))
  }

  @Test("F047 F048 F049 Finding by ID")
  func finding() throws {
    let (context, ids) = try save()
    #expect(context.registeredObject(for: ids[0]) == nil)
    let object = context.object(with: ids[0])
    #expect(object.isFault && context.registeredObject(for: ids[0]) === object)
    #expect(try context.existingObject(with: ids[0]) === object && !object.isFault)
  }

  @Test("F050 F052 Refreshing without merging drops changes, transient values and related objects")
  func refreshing() throws {
    let (context, ids) = try save(2)
    let plant = context.object(with: ids[0])
    plant.setValue("moss", forKey: "name")
    plant.setValue("gay", forKey: "mood")
    weak let child = plant.objects("children").first
    #expect(child != nil)
    context.refresh(plant, mergeChanges: false)
    #expect(plant.isFault && !plant.hasChanges && child == nil)
    #expect(plant.value(forKey: "name") as? String == "new" && plant.value(forKey: "mood") == nil)
    try context.save()
    #expect(plant.value(forKey: "name") as? String == "new")
  }

  @Test("F051 Refreshing with merging reads new values and keeps local changes")
  func merging() throws {
    let (context, ids) = try save(2)
    let plant = context.object(with: ids[0])
    let added = Plant(context: context)
    added.setValue(plant, forKey: "parent")
    plant.setValue("here", forKey: "name")
    plant.setValue("gay", forKey: "mood")
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let theirs = other.object(with: ids[0])
    theirs.setValue("there", forKey: "name")
    theirs.setValue(9, forKey: "height")
    Plant(context: other).setValue(theirs, forKey: "parent")
    try other.save()
    context.refresh(plant, mergeChanges: true)
    #expect(plant.value(forKey: "name") as? String == "here")
    #expect(plant.value(forKey: "height") as? Int == 9)
    #expect(plant.value(forKey: "mood") as? String == "gay")
    #expect(plant.objects("children").count == 3 && plant.isUpdated)
    #expect(plant.committedValues(forKeys: ["name"])["name"] as? String == "there")
  }

  @Test("F053 F061 Refreshing all keeps edits; transient values survive saving, not refreshing")
  func refreshingAll() throws {
    let (context, ids) = try save(2)
    let edited = context.object(with: ids[0])
    let clean = context.object(with: ids[1])
    edited.setValue("moss", forKey: "name")
    clean.setValue("gay", forKey: "mood")
    try context.save()
    #expect(clean.value(forKey: "mood") as? String == "gay")
    edited.setValue("oak", forKey: "name")
    context.refreshAllObjects()
    #expect(clean.isFault && !edited.isFault && edited.value(forKey: "name") as? String == "oak")
    #expect(clean.value(forKey: "mood") == nil)
  }

  @Test("F055 F056 Clean objects are not retained, objects with changes are")
  func retaining() throws {
    let context = try Garden.makeContext()
    _ = Plant(context: context)
    #expect(context.registeredObjects.count == 1)
    try context.save()
    #expect(context.registeredObjects.isEmpty)
    context.retainsRegisteredObjects = true
    _ = try context.fetch(request)
    #expect(context.registeredObjects.count == 1)
  }

  @Test("F054 F057 A fetch does not overwrite values in memory")
  func refetching() throws {
    let (context, ids) = try save()
    let plant = context.object(with: ids[0])
    _ = plant.value(forKey: "name")
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    other.object(with: ids[0]).setValue("there", forKey: "name")
    try other.save()
    _ = try context.fetch(request)
    #expect(plant.value(forKey: "name") as? String == "new")
    context.refresh(plant, mergeChanges: false)
    #expect(plant.value(forKey: "name") as? String == "there")
  }

  /// A context that records the faults that could not be fulfilled.
  private final class AskedContext: NSManagedObjectContext, @unchecked Sendable {
    var asked: [NSManagedObjectID] = []

    override func shouldHandleInaccessibleFault(
      _ fault: NSManagedObject,
      for oid: NSManagedObjectID,
      triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
      asked.append(oid)
      return super.shouldHandleInaccessibleFault(fault, for: oid, triggeredByProperty: property)
    }
  }

  @Test(
    "F058 F059 F116 A fault whose row is gone has no values and counts as deleted",
    arguments: [true, false]
  )
  func inaccessible(isDeleted: Bool) throws {
    let (other, ids) = try save()
    let context = AskedContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = other.persistentStoreCoordinator
    context.shouldDeleteInaccessibleFaults = isDeleted
    let plant = context.object(with: ids[0])
    other.delete(other.object(with: ids[0]))
    try other.save()
    #expect(throws: (any Error).self) { try context.existingObject(with: ids[0]) }
    #expect(context.asked.isEmpty)
    #expect(plant.value(forKey: "name") == nil && plant.isDeleted == isDeleted)
    #expect(context.asked == ids)
    try context.save()
  }

  @Test("F060 F258 After a reset nothing is registered")
  func resetting() throws {
    let (context, ids) = try save(2)
    let plant = context.object(with: ids[0])
    plant.setValue("moss", forKey: "name")
    nonisolated(unsafe) var identifiers: [NSManagedObjectID]?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange,
      object: context,
      queue: nil
    ) { identifiers = $0.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID] }
    context.reset()
    NotificationCenter.default.removeObserver(token)
    #expect(identifiers == [ids[0]])
    #expect(context.registeredObjects.isEmpty && !context.hasChanges)
    #expect(context.object(with: ids[0]) !== plant)
    #expect(plant.isFault && plant.managedObjectContext == nil && !plant.hasChanges)
    #expect(plant.value(forKey: "name") == nil && !plant.isFault)
  }

  @Test("F050 An object that was never saved cannot become a fault")
  func refreshingNew() throws {
    let plant = Plant(context: try Garden.makeContext())
    plant.setValue("moss", forKey: "name")
    plant.managedObjectContext?.refresh(plant, mergeChanges: false)
    #expect(!plant.isFault && plant.value(forKey: "name") as? String == "moss")
  }
}
