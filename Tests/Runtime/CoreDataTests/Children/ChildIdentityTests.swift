import EveryStore
import Foundation
import Testing

@testable import CoreData

/// Tests of uniquing in child contexts that are asked for objects while a save of their parent posts notifications.
@Suite("One object for each row in children", .everyStore) struct ChildIdentityTests {
  /// The changes that a program makes in a child context when the parent saves.
  enum Reaction: CaseIterable {
    case fetch, merge, mergeIDs, object
  }

  @Test(
    "An object that the child has made stays the one for its row, whatever observers of a save do",
    arguments: Reaction.allCases,
    [false, true]
  )
  func observers(reaction: Reaction, isGrandchild: Bool) throws {
    let root = try Choir.makeCoordinator().makeContext()
    let middle = isGrandchild ? root.makeChild() : root
    let child = middle.makeChild()
    let singer = child.add("Singer", ["name": "Ada"])
    try child.save()
    if isGrandchild { try middle.save() }
    nonisolated(unsafe) let asked = child
    nonisolated(unsafe) var found: [NSManagedObject] = []
    let observer = NotificationCenter.default.addObserver(
      forName: reaction == .mergeIDs
        ? .NSManagedObjectContextDidSaveObjectIDs : .NSManagedObjectContextDidSave,
      object: root,
      queue: nil
    ) { announced in
      nonisolated(unsafe) let announced = announced
      asked.performAndWait { found = Self.react(reaction, asked, announced) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try root.save()
    #expect(found == [singer])
    child.performAndWait {
      #expect(child.registeredObjects == [singer])
      #expect(!singer.objectID.isTemporaryID && child.object(with: singer.objectID) === singer)
    }
    #expect(try child.all("Singer") == [singer])
    singer.setValue("Bea", forKey: "name")
    #expect(try child.names() == ["Bea"])
  }

  @Test("An object whose reference another one gets still leaves the context when that goes")
  func displaced() throws {
    var context: NSManagedObjectContext? = try Choir.makeCoordinator().makeContext()
    let singers = try {
      let context = try #require(context)
      let singers = [context.add("Singer", ["name": "Ada"]), context.add("Singer")]
      try context.save()
      context.rename(singers[1], to: singers[0].reference)
      #expect(context.registeredObjects == Set(singers))
      return singers
    }()
    context = nil
    #expect(singers.allSatisfy { $0.managedObjectContext == nil })
  }

  /// Returns the child's registered objects afterwards.
  private static func react(
    _ reaction: Reaction,
    _ child: NSManagedObjectContext,
    _ announced: Notification
  ) -> [NSManagedObject] {
    switch reaction {
    case .fetch: return (try? child.all("Singer")) ?? []
    case .merge, .mergeIDs:
      child.mergeChanges(fromContextDidSave: announced)
      return Array(child.registeredObjects)
    case .object:
      let inserted = announced.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
      return inserted.map { child.object(with: $0.objectID) }
    }
  }
}
