import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Query generations", .stores(.inMemory, .binary)) struct QueryGenerationTests {
  @Test("F382 If a store cannot keep a generation, a context stays unpinned without an error")
  func unpinned() throws {
    let coordinator = try Choir.makeCoordinator()
    let context = coordinator.makeContext()
    #expect(context.queryGenerationToken == nil)
    try context.setQueryGenerationFrom(.current)
    #expect(context.queryGenerationToken == nil)
    let other = coordinator.makeContext()
    other.add("Singer", ["name": "Ada"])
    try other.save()
    #expect(try context.names() == ["Ada"])
    try context.setQueryGenerationFrom(nil)
    #expect(context.queryGenerationToken == nil)
  }

  @Test("The token of the present is equal to itself and to its copies")
  func current() {
    let token = NSQueryGenerationToken.current
    #expect(token == .current)
    #expect(token.copy() as? NSQueryGenerationToken == token)
  }
}
