import EveryStore
import Foundation
import Testing

@testable import CoreData

@Suite("Rows of more objects than are kept", .everyDatabase) struct LargeFetchTests {
  @Test("Batches of keys with gaps and without read the same objects")
  func batches() throws {
    let league = try League()
    let all = try league.context.fetch(league.players())
    for player in all where player.goals == 4 { league.context.delete(player) }
    try league.context.save()
    let reader = league.makeContext()
    let request = league.players()
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    for size in [1, 2, 5, 30] {
      request.fetchBatchSize = size
      let found = try reader.fetch(request)
      #expect(found.count == 27)
      #expect(found.reduce(0) { $0 + Int($1.goals) } == 123)
      reader.reset()
    }
  }
}
