import CoreData
import EveryStore
import Foundation
import Testing

/// Tests that use only Apple's interface.
@Suite("Fetch expressions", .everyStore) struct FetchExpressionTests {
  @available(*, deprecated)
  private func expression(
    _ request: NSPersistentStoreRequest,
    in context: NSManagedObjectContext,
    countOnly: Bool = false
  ) -> NSExpression {
    NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: context),
      countOnly: countOnly
    )
  }

  @Test("A fetch expression has its parts, and what the request finds as its value")
  @available(*, deprecated)
  func evaluated() throws {
    let league = try League()
    let request = league.players("goals >= 8")
    let list = expression(request, in: league.context)
    let count = expression(request, in: league.context, countOnly: true)
    let parts = try #require(list as? NSFetchRequestExpression)
    #expect(parts.requestExpression.constantValue as? NSFetchRequest<Player> === request)
    #expect(parts.contextExpression.constantValue as? NSManagedObjectContext === league.context)
    #expect(!parts.isCountOnlyRequest)
    #expect((count as? NSFetchRequestExpression)?.isCountOnlyRequest == true)
    league.context.performAndWait {
      let players = list.expressionValue(with: nil, context: nil) as? [Player]
      #expect(
        players?.compactMap(\.name)
          == ["Blues 8", "Greens 8", "Reds 8", "Blues 9", "Greens 9", "Reds 9"]
      )
      #expect(count.expressionValue(with: nil, context: nil) as? Int == 6)
    }
  }

  @Test("A request's condition uses the results of another request")
  @available(*, deprecated)
  func nested() throws {
    let league = try League()
    let best = league.players("goals == 9 AND name BEGINSWITH 'Reds'")
    let goals = NSFetchRequest<NSDictionary>(entityName: "Player")
    goals.resultType = .dictionaryResultType
    goals.propertiesToFetch = ["goals"]
    goals.predicate = NSPredicate(format: "name == 'Blues 4'")
    let outer = league.players()
    try league.context.performAndWait { () throws in
      outer.predicate = NSPredicate(format: "SELF IN %@", expression(best, in: league.context))
      #expect(try league.context.fetch(outer).compactMap(\.name) == ["Reds 9"])
      outer.predicate = NSPredicate(
        format: "NOT SELF IN %@ AND goals IN %@",
        expression(best, in: league.context),
        expression(goals, in: league.context)
      )
      #expect(
        try league.context.fetch(outer).compactMap(\.name) == ["Blues 4", "Greens 4", "Reds 4"]
      )
      outer.predicate = NSPredicate(
        format: "goals + 6 == %@",
        expression(league.players("goals > 1 AND goals < 5"), in: league.context, countOnly: true)
      )
      #expect(try league.context.count(for: outer) == 3)
    }
  }

  @Test("A fetch expression in a text")
  @available(*, deprecated)
  func written() throws {
    let league = try League()
    let best: [Any] = [league.players("goals == 9 AND name BEGINSWITH 'Reds'"), league.context]
    let outer = league.players()
    try league.context.performAndWait { () throws in
      let list = NSExpression(format: "FETCH(%@, %@, NO)", argumentArray: best)
      let found = list.expressionValue(with: nil, context: nil) as? [Player]
      #expect(found?.compactMap(\.name) == ["Reds 9"])
      let count = NSExpression(format: "FETCH(%@, %@, TRUE) + 1", argumentArray: best)
      #expect(count.expressionValue(with: nil, context: nil) as? Int == 2)
      outer.predicate = NSPredicate(format: "SELF IN FETCH(%@, %@, NO)", argumentArray: best)
      #expect(try league.context.fetch(outer).compactMap(\.name) == ["Reds 9"])
      outer.predicate = NSPredicate(format: "goals == FETCH(%@, %@, YES)", argumentArray: best)
      #expect(try league.context.count(for: outer) == 3)
    }
  }

  @Test("An expression without a request, or without a result, is an error of the fetch")
  @available(*, deprecated)
  func impossible() throws {
    let league = try League()
    let unknown = NSFetchRequest<NSManagedObject>(entityName: "Nobody")
    let outer = league.players()
    league.context.performAndWait {
      let value = expression(unknown, in: league.context)
      #expect(value.expressionValue(with: nil, context: nil) == nil)
      outer.predicate = NSPredicate(format: "SELF IN %@", value)
      #expect(throws: (any Error).self) { try league.context.fetch(outer) }
      outer.predicate = NSPredicate(
        format: "SELF IN %@",
        NSFetchRequestExpression.expression(
          forFetch: NSExpression(forConstantValue: 1),
          context: NSExpression(forConstantValue: league.context),
          countOnly: false
        )
      )
      #expect(throws: (any Error).self) { try league.context.fetch(outer) }
    }
  }
}
