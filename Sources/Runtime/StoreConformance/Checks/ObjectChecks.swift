import CoreData
import Foundation
import Testing

/// Checks that objects are inserted, changed and deleted, atomically.
enum ObjectChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("A new store is empty", checkEmpty),
    ConformanceCheck("Objects can be inserted, changed and deleted", checkChanges),
    ConformanceCheck("One save with changes of all kinds", checkMixedSave),
    ConformanceCheck("A deleted object is gone", checkDeletion),
    ConformanceCheck("Contexts see what other contexts have saved", checkContexts),
    ConformanceCheck("Numbers of objects are not used again", checkNewNumbers),
    ConformanceCheck("Ten thousand objects", checkMany),
  ]

  @Sendable private static func checkEmpty(_ session: ConformanceSession) throws {
    for entity in ["Person", "Team", "Node", "Values"] {
      #expect(try session.all(entity, in: session.context()).isEmpty)
    }
    try session.context().save()
    try session.reopen()
    #expect(try session.all("Team", in: session.context()).isEmpty)
  }

  @Sendable private static func checkChanges(_ session: ConformanceSession) throws {
    var context = session.context()
    let team = try session.insert("Team", ["title": "A"], into: context)
    try context.save()
    #expect(!team.isInserted && !team.objectID.isTemporaryID && team.text("title") == "A")
    team.setValue("B", forKey: "title")
    try context.save()
    try session.reopen()
    context = session.context()
    let found = try session.only("Team", in: context)
    #expect(found.text("title") == "B")
    found.setValue("C", forKey: "title")
    try context.save()
    try session.reopen()
    #expect(try session.only("Team", in: session.context()).text("title") == "C")
  }

  @Sendable private static func checkMixedSave(_ session: ConformanceSession) throws {
    let context = session.context()
    let changing = try session.insert("Node", ["label": "changing"], into: context)
    let leaving = try session.insert("Node", ["label": "leaving"], into: context)
    try context.save()
    changing.setValue("changed", forKey: "label")
    context.delete(leaving)
    _ = try session.insert("Node", ["label": "new"], into: context)
    try context.save()
    try session.reopen()
    let labels = try session.all("Node", in: session.context()).compactMap { $0.text("label") }
    #expect(labels.sorted() == ["changed", "new"])
  }

  @Sendable private static func checkDeletion(_ session: ConformanceSession) throws {
    let context = session.context()
    let node = try session.insert("Node", ["label": "x"], into: context)
    try context.save()
    let id = node.objectID
    context.delete(node)
    try context.save()
    try session.reopen()
    let other = session.context()
    #expect(try session.all("Node", in: other).isEmpty)
    #expect(throws: (any Error).self) { try other.existingObject(with: id) }
  }

  @Sendable private static func checkContexts(_ session: ConformanceSession) throws {
    let first = session.context()
    let second = session.context()
    let node = try session.insert("Node", ["label": "x"], into: first)
    try first.save()
    let seen = try session.only("Node", in: second)
    #expect(seen !== node && seen.objectID == node.objectID && seen.text("label") == "x")
    seen.setValue("y", forKey: "label")
    try second.save()
    first.refresh(node, mergeChanges: false)
    #expect(node.text("label") == "y")
  }

  @Sendable private static func checkNewNumbers(_ session: ConformanceSession) throws {
    let context = session.context()
    let old = try session.insert("Node", into: context)
    try context.save()
    let id = old.objectID
    context.delete(old)
    try context.save()
    try session.reopen()
    let other = session.context()
    let new = try session.insert("Node", into: other)
    try other.save()
    #expect(new.objectID != id)
  }

  @Sendable private static func checkMany(_ session: ConformanceSession) throws {
    let count = 10_000
    let context = session.context()
    for number in 0..<count {
      _ = try session.insert(
        "Player",
        ["name": "Player \(number)", "goals": number],
        into: context
      )
    }
    try context.save()
    try session.reopen()
    let found = try session.all("Player", in: session.context())
    #expect(found.count == count)
    let goals = found.compactMap { ($0.value(forKey: "goals") as? NSNumber)?.intValue }
    #expect(goals.reduce(0, +) == count * (count - 1) / 2)
  }
}
