import CoreData
import EveryStore
import Foundation
import Testing

@Suite("The order of merges", .everyStore) struct MergeOrderTests {
  private let office = Office()

  init() { office.entity("Item", []) }

  @Test("Deletions in a set are merged in the order in which the objects were inserted")
  func deletions() throws {
    let theirs = try office.context()
    let objects = try (0..<20).map { _ in try theirs.insert("Item") }
    try theirs.save()
    let mine = try office.context()
    let known = try objects.map { try mine.same($0) }
    var order: [Int] = []
    for (number, object) in known.enumerated() {
      object.onPrepareForDeletion = { _ in order.append(number) }
    }
    objects.forEach(theirs.delete)
    try theirs.save()
    mine.mergeChanges(
      fromContextDidSave: Notification(
        name: .NSManagedObjectContextDidSave,
        object: theirs,
        userInfo: [NSDeletedObjectsKey: Set<NSManagedObject>(objects)]
      )
    )
    #expect(order == Array(0..<20))
  }
}
