import CoreData
import EveryStore
import Foundation
import Testing

/// An object that looks up other objects of its context in `awakeFromFetch`.
final class WakefulNeighbor: NSManagedObject {
  /// The objects to look up, and those found.
  final class Neighbors {
    let ids: [NSManagedObjectID]
    var made: [NSManagedObject] = []

    init(_ ids: [NSManagedObjectID]) { self.ids = ids }
  }

  static let key = "neighbors"

  override func awakeFromFetch() {
    guard let context = managedObjectContext,
      let neighbors = context.userInfo[Self.key] as? Neighbors
    else { return }
    for id in neighbors.ids { neighbors.made.append(context.object(with: id)) }
  }
}

@Suite("Objects that are made while others are fetched", .everyDatabase) struct AwakingNeighborTests
{
  private static func makeModel() -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "WakefulNeighbor"
    entity.managedObjectClassName = "WakefulNeighbor"
    let name = NSAttributeDescription()
    name.name = "name"
    name.attributeType = .stringAttributeType
    name.isOptional = true
    entity.properties = [name]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  @Test(
    "There is one object for each row, in whichever order objects wake",
    arguments: [1, 15, 16, 100]
  )
  func uniqueness(count: Int) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
    try coordinator.openTestedStore("store")
    let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    writer.persistentStoreCoordinator = coordinator
    let saved = (0..<count).map { number in
      let neighbor = WakefulNeighbor(context: writer)
      neighbor.setValue("\(number)", forKey: "name")
      return neighbor
    }
    try writer.save()
    let ids = saved.map(\.objectID)
    // Rows in the row cache, and rows that are read from the store.
    for refreshes in [false, true] {
      if refreshes { try forgetRows(of: coordinator) }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let neighbors = WakefulNeighbor.Neighbors(coordinator.idsInReverse(ids))
      context.userInfo[WakefulNeighbor.key] = neighbors
      let request = NSFetchRequest<WakefulNeighbor>(entityName: "WakefulNeighbor")
      request.returnsObjectsAsFaults = false
      let found = try context.fetch(request)
      #expect(found.count == count && neighbors.made.count >= count)
      #expect(Set(neighbors.made) == Set(found))
      #expect(context.registeredObjects.count == count)
      #expect(Set(found.compactMap { $0.value(forKey: "name") as? String }).count == count)
    }
  }

  /// Removes the store and adds it again, so that its rows are not cached.
  private func forgetRows(of coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    try coordinator.openTestedStore("store")
  }
}

extension NSPersistentStoreCoordinator {
  /// The IDs of the same objects in the store that is open now, in reverse.
  fileprivate func idsInReverse(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
    ids.reversed().compactMap { managedObjectID(forURIRepresentation: $0.uriRepresentation()) }
  }
}
