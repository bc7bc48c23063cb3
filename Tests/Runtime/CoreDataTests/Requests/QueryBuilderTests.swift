import CoreData
import EveryStore
import Foundation
import Testing

// A library of typed queries: operators make predicates, a query makes requests.

private struct Attribute<Root: NSManagedObject, Value> {
  let key: String

  init(_ key: String) { self.key = key }

  var expression: _NSExpression { _NSExpression(forKeyPath: key) }

  func compared(
    _ type: _NSComparisonPredicate.Operator,
    _ value: Any?,
    _ options: _NSComparisonPredicate.Options = []
  ) -> NSPredicate {
    _NSComparisonPredicate(
      leftExpression: expression,
      rightExpression: _NSExpression(forConstantValue: value),
      modifier: .direct,
      type: type,
      options: options
    )
  }

  func ascending() -> NSSortDescriptor { NSSortDescriptor(key: key, ascending: true) }
}

private func == <R, V>(left: Attribute<R, V>, right: V?) -> NSPredicate {
  left.compared(.equalTo, right)
}
private func > <R, V>(left: Attribute<R, V>, right: V) -> NSPredicate {
  left.compared(.greaterThan, right)
}
private func ~= <R, V>(left: Attribute<R, V>, right: V) -> NSPredicate {
  left.compared(.like, right, [.caseInsensitive, .diacriticInsensitive])
}
private func << <R, V>(left: Attribute<R, V>, right: [V]) -> NSPredicate {
  left.compared(.in, right)
}
private func && (left: NSPredicate, right: NSPredicate) -> NSPredicate {
  NSCompoundPredicate(andPredicateWithSubpredicates: [left, right])
}
private func || (left: NSPredicate, right: NSPredicate) -> NSPredicate {
  NSCompoundPredicate(orPredicateWithSubpredicates: [left, right])
}
private prefix func ! (predicate: NSPredicate) -> NSPredicate {
  NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
}

@Suite("Typed queries", .everyStore) struct QueryBuilderTests {
  private let name = Attribute<Player, String>("name")
  private let goals = Attribute<Player, Int>("goals")
  private let title = Attribute<Player, String>("team.title")

  @Test("Predicates made of parts say what they are")
  func words() {
    let both = name == "Kyle" && goals > 27
    #expect(both.formatText == "name == \"Kyle\" AND goals > 27")
    #expect(both.description == "name == \"Kyle\" AND goals > 27")
    #expect("\(both)" == both.formatText)
    #expect((name == nil || !(goals > 1)).formatText == "name == nil OR NOT goals > 1")
    #expect((name ~= "k*").description == "name LIKE[cd] \"k*\"")
    #expect((goals << [1, 2]).description == "goals IN {1, 2}")
    #expect(
      (both || name == "A").formatText
        == "(name == \"Kyle\" AND goals > 27) OR name == \"A\""
    )
    #expect(NSPredicate(value: true).description == "TRUEPREDICATE")
    #expect(NSPredicate(value: false).description == "FALSEPREDICATE")
    #expect(
      NSCompoundPredicate(andPredicateWithSubpredicates: []).formatText == "TRUEPREDICATE"
    )
    #expect(
      NSCompoundPredicate(orPredicateWithSubpredicates: []).formatText == "FALSEPREDICATE"
    )
    #expect(
      NSCompoundPredicate(type: .and, subpredicates: [name == "A"]).formatText
        == "name == \"A\""
    )
  }

  @Test("Made of parts or of a text, predicates are equal")
  func equality() {
    let both = name == "Kyle" && goals > 27
    #expect(both == (name == "Kyle" && goals > 27))
    #expect(NSPredicate(format: "name == 'Kyle' AND goals > 27") == both)
    #expect((goals > 27) == NSPredicate(format: "goals > 27"))
    #expect((goals > 27) != (goals > 28))
  }

  @Test("Parts can be taken apart")
  func parts() throws {
    let compound = try #require((name == "Kyle" && goals > 27) as? NSCompoundPredicate)
    #expect(compound.compoundPredicateType == .and)
    let comparison = try #require(compound.subpredicates.last as? _NSComparisonPredicate)
    #expect(comparison.leftExpression.expressionType == .keyPath)
    #expect(comparison.leftExpression.keyPath == "goals")
    #expect(comparison.rightExpression.expressionType == .constantValue)
    #expect(comparison.rightExpression.constantValue as? Int == 27)
    #expect(comparison.predicateOperatorType == .greaterThan)
    #expect(comparison.comparisonPredicateModifier == .direct)
    #expect(comparison.options == [])
    #expect(comparison.rightExpression.description == "27")
    #expect(comparison.leftExpression == _NSExpression(forKeyPath: "goals"))
  }

  @Test("Functions can be taken apart")
  func functions() throws {
    let sum = _NSExpression(forFunction: "sum:", arguments: [_NSExpression(forKeyPath: "goals")])
    #expect(sum.expressionType == .function)
    #expect(sum.function == "sum:")
    #expect(sum.arguments?.first?.keyPath == "goals")
    #expect(sum.description == "sum:(goals)")
    #expect(
      sum == _NSExpression(forFunction: "sum:", arguments: [_NSExpression(forKeyPath: "goals")])
    )
    #expect(_NSExpression(forVariable: "x").variable == "x")
    #expect(_NSExpression(forAggregate: [1, 2]).expressionType == .aggregate)
    #expect(_NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
  }

  @Test("Queries find what they ask for")
  func queries() throws {
    let league = try League()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = title == "Reds" && (goals > 7 || goals << [1, 2])
    request.sortDescriptors = [goals.ascending()]
    #expect(try league.context.fetch(request).map(\.goals) == [1, 2, 8, 9])
    request.predicate = !(goals > 0) && name ~= "re*"
    #expect(try league.context.fetch(request).map(\.name) == ["Reds 0"])
    request.predicate = nil
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Player.goals, ascending: false),
      NSSortDescriptor(keyPath: \Player.name, ascending: true),
    ]
    request.fetchLimit = 2
    #expect(try league.context.fetch(request).map(\.name) == ["Blues 9", "Greens 9"])
  }

  @Test("Dictionaries are dictionaries of Swift")
  func dictionaries() throws {
    let league = try League()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name", "goals"]
    request.predicate = title == "Reds" && goals > 8
    let results = try league.context.fetch(request)
    let dictionaries = try #require(results as? [[String: Any]])
    #expect(dictionaries.first?["name"] as? String == "Reds 9")
    #expect(dictionaries.first?["goals"] as? Int == 9)
  }
}
