import Testing

@testable import PredicateFormat

struct RoundTripTests {
  /// Parsing a printed tree gives an equal tree.
  @Test(arguments: 0..<20)
  func randomPredicates(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    for _ in 0..<60 {
      let predicate = generator.predicate(depth: 5)
      let printed = predicate.description
      let again = try Predicate(parsing: printed)
      guard again != predicate else { continue }
      Issue.record("\(printed) → \(again)")
      return
    }
  }

  @Test(arguments: 0..<20)
  func randomExpressions(seed: UInt64) throws {
    var generator = TreeGenerator(seed: 1000 + seed)
    for _ in 0..<60 {
      let expression = generator.expression(depth: 5)
      let printed = expression.description
      let again = try Expression(parsing: printed)
      guard again != expression else { continue }
      Issue.record("\(printed) → \(again)")
      return
    }
  }

  /// Apple's format is not lossless, but parsing it and printing it again is idempotent.
  @Test(arguments: 0..<10)
  func appleStyleIsStable(seed: UInt64) throws {
    var generator = TreeGenerator(seed: 2000 + seed)
    for _ in 0..<40 {
      let printed = generator.predicate(depth: 4).predicateFormat
      #expect(try Predicate(parsing: printed).predicateFormat == printed)
    }
  }
}
