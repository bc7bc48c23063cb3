import Foundation
import Testing

@testable import CoreData

@Suite("Unusual predicates")
struct HostilePredicateTests {
  @Test("random ones say the same after their text has been read again")
  func randomTrees() throws {
    let team = Sample.team()
    var holding = 0
    for seed in 0..<3_000 {
      var random = RandomPredicate(seed: UInt64(seed))
      let predicate = NSPredicate.make(PredicateTree(random.condition(depth: 4)))
      let text = try predicate.tree.format
      let again = try NSPredicate(parsing: text)
      let holds = predicate.evaluate(with: team)
      #expect(again.evaluate(with: team) == holds, "\(seed): \(text)")
      if holds { holding += 1 }
    }
    #expect(holding > 300 && holding < 2_700)
  }

  @Test("many conditions")
  func manyConditions() throws {
    let format = (0..<5_000).map { "a == \($0)" }.joined(separator: " OR ")
    let predicate = try NSPredicate(parsing: format)
    #expect(predicate.evaluate(with: ["a": 4_999]))
    #expect(!predicate.evaluate(with: ["a": 5_000]))
    #expect((predicate as? NSCompoundPredicate)?.subpredicates.count == 5_000)
  }

  @Test("many values, many of which are looked for")
  func manyValues() throws {
    let predicate = NSPredicate(format: "a IN %@", Array(0..<100_000))
    for value in stride(from: 0, to: 200_000, by: 100) {
      #expect(predicate.evaluate(with: ["a": value]) == (value < 100_000))
    }
  }

  @Test("patterns that take long when tried one way after the other")
  func patterns() throws {
    let text = String(repeating: "a", count: 5_000)
    let pattern = String(repeating: "*a", count: 50) + "*b"
    #expect(!NSPredicate(format: "a LIKE %@", pattern).evaluate(with: ["a": text]))
    #expect(NSPredicate(format: "a LIKE %@", pattern).evaluate(with: ["a": text + "b"]))
  }

  @Test("deep nesting is an error, not a crash")
  func deepNesting() {
    let nested = String(repeating: "(", count: 100_000) + "a == 1"
    #expect(throws: (any Error).self) { try NSPredicate(parsing: nested) }
    let negated = String(repeating: "NOT ", count: 100_000) + "a == 1"
    #expect(throws: (any Error).self) { try NSPredicate(parsing: negated) }
  }

  /// A predicate nested in a number of others.
  private func nested(_ levels: Int, _ wrap: (NSPredicate, Int) -> NSPredicate) -> NSPredicate {
    var predicate = NSPredicate(format: "a == 1")
    for level in 0..<levels { predicate = wrap(predicate, level) }
    return predicate
  }

  nonisolated(unsafe) private static let other = NSPredicate(format: "b == 1")

  /// Ways to nest a predicate, and whether nested levels can be flattened.
  static let wraps: [(isChain: Bool, wrap: @Sendable (NSPredicate, Int) -> NSPredicate)] = [
    (true, { predicate, _ in NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }),
    (
      true,
      { predicate, _ in NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, other]) }
    ),
    (
      true,
      { predicate, _ in NSCompoundPredicate(orPredicateWithSubpredicates: [other, predicate]) }
    ),
    (
      false,
      { predicate, level in
        NSCompoundPredicate(type: level % 2 == 0 ? .and : .or, subpredicates: [predicate, other])
      }
    ),
  ]

  @Test("predicates that programs nest without end work, or are refused", arguments: wraps.indices)
  func deepCompounds(kind: Int) throws {
    let (isChain, wrap) = Self.wraps[kind]
    for levels in [10, 400, Torture.count(20_000, sanitized: 2_000)] {
      let predicate = nested(levels, wrap)
      #expect(predicate.evaluate(with: ["a": 1, "b": 1]))
      #expect(predicate.copy() as? NSPredicate != nil)
      let works = isChain || levels <= 400
      if works {
        _ = try predicate.tree
      } else {
        #expect(throws: NSError.self) { try predicate.tree }
      }
      #expect(predicate.description.contains("nested more than 500 levels") == !works)
      _ = predicate.hash
      _ = predicate.withSubstitutionVariables(["x": 1])
      for type in [NSPersistentStore.StoreType.inMemory, .sqlite] {
        let context = try Self.context(type)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.predicate = predicate
        // SQLite's parser has its own limit.
        if works, isChain || type == .inMemory {
          #expect(try context.fetch(request).count == 1 && context.count(for: request) == 1)
        } else if levels > 10 {
          #expect(throws: NSError.self) { try context.fetch(request) }
          #expect(throws: NSError.self) { try context.count(for: request) }
        }
      }
    }
  }

  private static func context(
    _ type: NSPersistentStore.StoreType
  ) throws -> NSManagedObjectContext {
    let model = NSManagedObjectModel()
    model.entities = [PlainModel.entity("Thing", ["a": .integer64, "b": .integer64])]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    thing.setValuesForKeys(["a": 1, "b": 1])
    try context.save()
    return context
  }

  @Test("expressions that programs nest without end are refused") func deepExpressions() throws {
    let wraps: [(NSExpression) -> NSExpression] = [
      { NSExpression(forFunction: "abs:", arguments: [$0]) },
      { NSExpression(forFunction: "add:to:", arguments: [$0, NSExpression(forConstantValue: 1)]) },
      { NSExpression(forAggregate: [$0]) },
      { NSExpression(format: "%@ + 1", argumentArray: [$0]) },
      { NSExpression(forUnionSet: $0, with: NSExpression(forKeyPath: "a")) },
      {
        NSExpression(
          forConditional: NSPredicate(value: true),
          trueExpression: $0,
          falseExpression: $0
        )
      },
    ]
    for (number, wrap) in wraps.enumerated() {
      // The last way doubles the tree at each level.
      for levels in number == 5 ? [8] : [300, 1_200] {
        var expression = NSExpression(forKeyPath: "a")
        for _ in 0..<levels { expression = wrap(expression) }
        #expect(!expression.description.isEmpty)
        _ = expression.expressionValue(with: ["a": 1], context: nil)
        #expect(expression.copy() as? NSExpression == expression)
        let predicate = NSComparisonPredicate(
          leftExpression: expression,
          rightExpression: NSExpression(forConstantValue: 1),
          modifier: .direct,
          type: .equalTo
        )
        _ = predicate.evaluate(with: ["a": 1])
        _ = predicate.description
        let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
        request.predicate = predicate
        let context = try Self.context(.sqlite)
        if levels > 500 { #expect(throws: NSError.self) { try context.fetch(request) } }
      }
    }
  }

  @Test("predicates that grow by substitution are refused") func deepSubstitutions() throws {
    var predicate = NSPredicate(format: "a == $x")
    for _ in 0..<200 {
      let expression = NSExpression(format: "abs:(abs:(abs:(abs:($x))))")
      predicate = predicate.withSubstitutionVariables(["x": expression])
    }
    #expect(!predicate.evaluate(with: ["a": 1]))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.predicate = predicate
    let context = try Self.context(.inMemory)
    #expect(throws: NSError.self) { try context.fetch(request) }
  }

  @Test("a predicate whose parts occur again and again is refused") func sharedParts() throws {
    let predicate = nested(40) { predicate, _ in
      NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, predicate])
    }
    #expect(throws: NSError.self) { try predicate.tree }
  }

  @Test("arguments of strange types")
  func strangeArguments() throws {
    struct Strange {}
    let arguments: [Any?] = [
      nil, NSNull(), Strange(), Optional<Int>.none as Any, Double.nan, Double.infinity, Decimal.nan,
      Date.distantFuture, Date(timeIntervalSinceReferenceDate: .infinity), [Any](),
      [nil as Int?] as Any,
      UInt64.max, Int8.min, "\0", NSObject(), { 1 }, Set<Int>(), [:] as [String: Int], 1...2,
      \Runner.number,
      NSNumber(value: UInt64.max), Float.infinity, "a" as Character, Strange.self,
    ]
    let formats = [
      "a == %@", "a < %@", "a IN %@", "a BETWEEN %@", "a CONTAINS %@", "a MATCHES %@", "%@ LIKE a",
      "a + %@ == 1", "ANY %@ == a", "SUBQUERY(%@, $x, $x == a).@count == 0", "max:(%@) == a",
      "%@[0] == a",
      "%@.b == a", "a == %d", "a == %f", "a == %c", "a == %s",
    ]
    for format in formats {
      for argument in arguments {
        let predicate = try NSPredicate(parsing: format, arguments: [argument])
        for other in arguments { _ = predicate.evaluate(with: ["a": other as Any]) }
        #expect(!predicate.description.isEmpty)
        #expect(predicate == predicate.withSubstitutionVariables(["x": 1]))
      }
    }
  }

  @Test("numbers at the ends of their ranges")
  func extremeNumbers() throws {
    let formats = [
      "9223372036854775807 + 1 > 0", "-9223372036854775808 - 1 < 0", "9223372036854775807 * 2 > 0",
      "-9223372036854775808 / -1 > 0", "modulus:by:(-9223372036854775808, -1) == 0",
      "abs:(-9223372036854775808) > 0", "1 << 64 == 0", "1 << -1 == 0", "1 >> 100 == 0",
      "-(-9223372036854775808) > 0", "18446744073709551615 > 9223372036854775807",
      "18446744073709551615 != 18446744073709551614", "floor:(1e300) > 0", "2 ** 5000 > 0",
      "random:(1e300) == nil", "random:(-1) == nil",
    ]
    for format in formats {
      #expect(try NSPredicate(parsing: format).evaluate(with: nil), "\(format)")
    }
  }

  @Test("regular expressions that backtrack without end are stopped, and do not match")
  func catastrophicPatterns() {
    let predicate = NSPredicate(format: "SELF MATCHES '(a+)+'")
    #expect(predicate.evaluate(with: "aaaa"))
    let start = ContinuousClock.now
    let strings = (0..<200).map { String(repeating: "a", count: 40 + $0) + "b" }
    #expect(!strings.contains { predicate.evaluate(with: $0) })
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(predicate.evaluate(with: "aaaaaaaa"))
    let long = String(repeating: "ab", count: 100_000)
    #expect(NSPredicate(format: "SELF MATCHES '(ab)*'").evaluate(with: long))
  }

  @Test("used by several threads at once")
  func threads() async {
    let predicate = NSPredicate(format: "name LIKE[c] '*vital' AND players.@count == 3")
    nonisolated(unsafe) let shared = predicate
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let team = Sample.team()
          return (0..<50).allSatisfy { _ in shared.evaluate(with: team) }
        }
      }
      for await holds in group { #expect(holds) }
    }
  }
}
