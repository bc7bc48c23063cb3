import CoreData
import Foundation
import Testing

/// Checks that requests return the matching objects.
enum FetchChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Subentities are included or excluded", checkSubentities),
    ConformanceCheck("Counts and IDs", checkResultTypes),
    ConformanceCheck("Unsaved changes are included or excluded", checkPendingChanges),
  ]

  private static func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    NSFetchRequest(entityName: entity)
  }

  @Sendable private static func checkSubentities(_ session: ConformanceSession) throws {
    let context = session.context()
    for entity in ["Player", "Star", "Star", "Coach"] {
      _ = try session.insert(entity, into: context)
    }
    try context.save()
    try session.reopen()
    let other = session.context()
    let request = request("Player")
    #expect(try other.fetch(request).count == 3)
    request.includesSubentities = false
    #expect(try other.fetch(request).count == 1)
    #expect(try session.all("Person", in: other).count == 4)
  }

  @Sendable private static func checkResultTypes(_ session: ConformanceSession) throws {
    let context = session.context()
    let nodes = try (0..<5).map { try session.insert("Node", ["label": "\($0)"], into: context) }
    try context.save()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Node")
    request.resultType = .managedObjectIDResultType
    let other = session.context()
    #expect(Set(try other.fetch(request)) == Set(nodes.map(\.objectID)))
    #expect(try other.count(for: self.request("Node")) == 5)
  }

  @Sendable private static func checkPendingChanges(_ session: ConformanceSession) throws {
    let context = session.context()
    let saved = try session.insert("Node", into: context)
    try context.save()
    _ = try session.insert("Node", into: context)
    let request = request("Node")
    #expect(try context.fetch(request).count == 2)
    context.delete(saved)
    #expect(try context.fetch(request).count == 1)
    request.includesPendingChanges = false
    #expect(try context.fetch(request) == [saved])
  }
}
