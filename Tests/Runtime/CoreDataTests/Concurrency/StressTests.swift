import CoreData
import EveryStore
import Foundation
import Testing

/// Stress tests with many concurrent contexts, for the sanitizers.
@Suite("Many contexts at once", .timeLimit(.minutes(30)), .everyStore) struct StressTests {
  @Test("Contexts save, merge and fetch at once; at the end all see the same")
  func savingAndMerging() async throws {
    let coordinator = try Choir.makeCoordinator()
    let contexts = (0..<6).map { _ in
      let context = coordinator.makeContext()
      context.automaticallyMergesChangesFromParent = true
      return context
    }
    try await withThrowingTaskGroup { group in
      for (number, context) in contexts.enumerated() {
        group.addTask {
          for round in 0..<40 { try await Self.work(in: context, number, round) }
        }
      }
      try await group.waitForAll()
    }
    // All contexts have merged the last saves of the others.
    for context in contexts { await context.finishQueuedWork() }
    let expected = try coordinator.makeContext().names()
    #expect(expected.count == 6 * 20)
    for context in contexts {
      let names = try await context.perform {
        #expect(!context.hasChanges)
        return try context.names()
      }
      #expect(names == expected)
    }
  }

  /// Each context changes only its own objects, so that there are no conflicts.
  private static func work(
    in context: NSManagedObjectContext,
    _ number: Int,
    _ round: Int
  ) async throws {
    try await context.perform {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
      request.returnsObjectsAsFaults = false
      let own = try context.fetch(request).filter { $0.called?.hasPrefix("\(number)-") == true }
      switch round % 4 {
      case 0, 1, 2: context.add("Singer", ["name": "\(number)-\(round)"])
      default: own.first.map(context.delete)
      }
      own.last?.setValue(round, forKey: "age")
      try context.save()
    }
  }

  @Test("Children save into one parent at once")
  func children() async throws {
    let coordinator = try Choir.makeCoordinator()
    let root = coordinator.makeContext()
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          for round in 0..<20 {
            let child = root.makeChild()
            child.automaticallyMergesChangesFromParent = round.isMultiple(of: 2)
            try await child.perform {
              let choir = child.add("Choir", ["name": "\(number)-\(round)"])
              child.add("Singer", ["name": "\(number)-\(round)", "choir": choir])
              for singer in try child.all("Singer").prefix(5) { _ = singer.called }
              try child.save()
            }
            if round.isMultiple(of: 5) { try await root.perform { try root.save() } }
          }
        }
      }
      try await group.waitForAll()
    }
    try await root.perform { try root.save() }
    let fresh = coordinator.makeContext()
    #expect(try fresh.names().count == 120)
    for choir in try fresh.all("Choir") {
      #expect(choir.members("singers").map(\.called) == [choir.called])
    }
  }

  @Test("Objects are released on other threads than their context, before and after it")
  func release() async throws {
    let coordinator = try Choir.makeCoordinator()
    let writer = coordinator.makeContext()
    for number in 0..<200 { writer.add("Singer", ["name": "\(number)"]) }
    try writer.save()
    await withTaskGroup { group in
      for _ in 0..<60 {
        group.addTask {
          var context: NSManagedObjectContext? = coordinator.makeContext()
          nonisolated(unsafe) var objects =
            (try? context?.performAndWait { [context] in
              try context?.all("Singer")
            }) ?? []
          let halves = (objects.prefix(100), objects.suffix(100))
          objects = []
          nonisolated(unsafe) let first = Array(halves.0)
          nonisolated(unsafe) let second = Array(halves.1)
          await withTaskGroup { inner in
            let (one, other) = (Holder(first), Holder(second))
            inner.addTask { one.drop() }
            inner.addTask { other.drop() }
            context = nil
          }
        }
      }
    }
    #expect(try writer.names().count == 200)
  }

  /// A reference that can be released on any thread.
  private final class Holder: @unchecked Sendable {
    private var objects: [NSManagedObject]

    init(_ objects: [NSManagedObject]) { self.objects = objects }

    func drop() { objects = [] }
  }

  @Test("A context finds objects while others are released on other threads")
  func weakness() async throws {
    let coordinator = try Choir.makeCoordinator()
    let context = coordinator.makeContext()
    let ids = try context.performAndWait {
      let singers = (0..<50).map { context.add("Singer", ["name": "\($0)"]) }
      try context.save()
      return singers.map(\.objectID)
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            let holder = context.performAndWait { Holder(ids.map(context.object(with:))) }
            // Deallocated here, while the next iteration looks for the same objects.
            holder.drop()
          }
        }
      }
    }
    #expect(try context.performAndWait { try context.names().count } == 50)
  }

  @Test("Contexts come and go while others save and merge")
  func comingAndGoing() async throws {
    let coordinator = try Choir.makeCoordinator()
    let writer = coordinator.makeContext()
    try await withThrowingTaskGroup { group in
      group.addTask {
        for number in 0..<100 {
          try await writer.perform {
            writer.add("Singer", ["name": "\(number)"])
            try writer.save()
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let reader = coordinator.makeContext()
            reader.automaticallyMergesChangesFromParent = true
            _ = try await reader.perform { try reader.names() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try coordinator.makeContext().names().count == 100)
  }
}
