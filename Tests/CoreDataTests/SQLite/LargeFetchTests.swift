import Foundation
import SQLStore
import Testing

@testable import CoreData

@Suite("Rows of more objects than are kept") struct LargeFetchTests {
  @Test(
    "Keys that follow one another are a range",
    arguments: [
      ([1, 2, 3], true), ([7, 8], true), ([1, 3, 2, 4], false), ([1, 2, 4], false),
      ([4, 3], false),
      ([2, 2, 3], false), ([5], false), ([], false), ([.min, .max], false),
      ([.max - 1, .max], true), ([1, 3, 3], false), ([.max, .min], false),
    ] as [([Int64], Bool)]
  )
  func ranges(keys: [Int64], isRange: Bool) {
    let range = StoreEngine.range(of: keys)
    #expect((range != nil) == isRange)
    if let range { #expect(Array(range) == keys) }
  }

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
