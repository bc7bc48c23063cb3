import CoreData
import Foundation
import Testing

@Suite("F242 Debugging the use of queues") struct ConcurrencyDebugTests {
  static func switchOn() { setenv("COREDATA_CONCURRENCY_DEBUG", "1", 1) }

  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A fetch outside of the context's queue stops the program with the reason")
  func fetching() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      ConcurrencyDebugTests.switchOn()
      let context = try Choir.makeCoordinator().makeContext()
      context.name = "import"
      _ = try context.all("Singer")
    }
    #expect(message(result).contains("the context import"))
    #expect(message(result).contains("use perform(_:) or performAndWait(_:)"))
  }

  @Test("A change outside of the queue stops the program")
  func changing() async {
    await #expect(processExitsWith: .failure) {
      ConcurrencyDebugTests.switchOn()
      let context = try Choir.makeCoordinator().makeContext()
      let singer = context.performAndWait { context.add("Singer") }
      singer.setValue("Ada", forKey: "name")
    }
  }

  @Test("Reading a generated property outside of the queue stops the program")
  func reading() async {
    await #expect(processExitsWith: .failure) {
      ConcurrencyDebugTests.switchOn()
      let context = Club.makeContext()
      let player = context.performAndWait { Player(context: context) }
      _ = player.name
    }
  }

  @Test("Use on the queue, nested or not, is allowed, as are IDs anywhere")
  func rightUse() async {
    await #expect(processExitsWith: .success) {
      ConcurrencyDebugTests.switchOn()
      let coordinator = try Choir.makeCoordinator()
      let context = coordinator.makeContext()
      let other = coordinator.makeContext()
      let child = context.makeChild()
      let id = try context.performAndWait {
        let singer = context.add("Singer", ["name": "Ada"])
        try context.save()
        return singer.objectID
      }
      try child.performAndWait {
        try other.performAndWait {
          let names = try child.names() + context.performAndWait { try context.names() }
          if names != ["Ada", "Ada"] { exit(1) }
        }
        child.object(with: id).setValue("Bob", forKey: "name")
        try child.save()
      }
      context.performAndWait {
        if context.object(with: id).called != "Bob" { exit(1) }
      }
      exit(id.isTemporaryID ? 1 : 0)
    }
  }

  @Test("Without the switch no program is stopped")
  func off() throws {
    let context = try Choir.makeCoordinator().makeContext()
    context.add("Singer", ["name": "Ada"])
    #expect(try context.names() == ["Ada"])
  }
}
