import CoreData
import Foundation
import Testing

/// Checks that IDs stay the same, and lead back to their objects.
enum IdentityChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("An ID survives reopening as a URI", needs: .persistence, checkURI),
    ConformanceCheck("An ID has the entity of the object itself", checkEntity),
    ConformanceCheck("Permanent IDs can be obtained before saving", checkPermanentIDs),
    ConformanceCheck("IDs of another store have no objects", checkForeignID),
  ]

  @Sendable private static func checkURI(_ session: ConformanceSession) throws {
    let context = session.context()
    var uris: [URL: String] = [:]
    for index in 0..<20 {
      let node = try session.insert("Node", ["label": "\(index)"], into: context)
      try context.save()
      uris[node.objectID.uriRepresentation()] = "\(index)"
    }
    #expect(uris.count == 20)
    try session.reopen()
    let other = session.context()
    for (uri, label) in uris {
      let id = try #require(session.coordinator.managedObjectID(forURIRepresentation: uri))
      #expect(id.uriRepresentation() == uri && !id.isTemporaryID)
      #expect(try other.existingObject(with: id).text("label") == label)
    }
  }

  @Sendable private static func checkEntity(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Star", ["name": "s", "goals": 9], into: context)
    _ = try session.insert("Coach", ["name": "c"], into: context)
    try context.save()
    try session.reopen()
    let other = session.context()
    let persons = try session.all("Person", in: other)
    #expect(Set(persons.compactMap(\.objectID.entity.name)) == ["Star", "Coach"])
    let star = try session.only("Player", in: other)
    #expect(star.entity.name == "Star" && star.value(forKey: "goals") as? Int == 9)
  }

  @Sendable private static func checkPermanentIDs(_ session: ConformanceSession) throws {
    let context = session.context()
    let node = try session.insert("Node", ["label": "x"], into: context)
    try context.obtainPermanentIDs(for: [node])
    let id = node.objectID
    #expect(!id.isTemporaryID && node.isInserted)
    #expect(id.persistentStore === (try session.openStore))
    try context.obtainPermanentIDs(for: [node])
    #expect(node.objectID == id)
    try context.save()
    #expect(node.objectID == id)
    #expect(try session.context().existingObject(with: id).text("label") == "x")
  }

  @Sendable private static func checkForeignID(_ session: ConformanceSession) throws {
    let url = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Node/p1"))
    #expect(session.coordinator.managedObjectID(forURIRepresentation: url) == nil)
    #expect(session.coordinator.managedObjectID(for: "nonsense") == nil)
  }
}
