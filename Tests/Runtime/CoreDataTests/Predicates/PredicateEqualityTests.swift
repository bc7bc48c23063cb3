import Foundation
import Testing

@testable import CoreData

@Suite("Equality and conversion of predicates")
struct PredicateEqualityTests {
  @Test("equal predicates have equal hashes, independent of the source of their values")
  func equality() {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let parsed = NSPredicate(format: "a == %@ AND b == %@", date, date + 1)
    let combined = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "a == %@", date), NSPredicate(format: "b == %@", date + 1),
    ])
    #expect(parsed == combined)
    #expect(parsed == NSPredicate(format: "a == %@ AND b == %@", date as NSDate, date + 1))
    #expect(parsed != NSPredicate(format: "a == %@ AND b == %@", date + 1, date))
    #expect(parsed.hash == NSPredicate(format: "a == %@ AND b == %@", date, date + 1).hash)
    #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a ==[c] 1"))
    #expect(NSPredicate(format: "a IN %@", [1, 2]) == NSPredicate(format: "a IN %@", [1, 2]))
    #expect(NSPredicate(format: "a IN %@", [1, 2]) != NSPredicate(format: "a IN %@", [2, 1]))
    #expect(NSPredicate(format: "TRUEPREDICATE") == NSPredicate(value: true))
  }

  @Test("compounds of Foundation's own become trees")
  func compounds() throws {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let first = NSPredicate(format: "a == %@", date)
    let second = NSPredicate(format: "b == %@", date + 1)
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [
      NSCompoundPredicate(notPredicateWithSubpredicate: first), second, NSPredicate(value: false),
    ])
    #expect(
      try either.tree.format == "NOT a == CAST(7.000000, \"NSDate\") OR "
        + "b == CAST(8.000000, \"NSDate\") OR FALSEPREDICATE"
    )
    #expect(either.evaluate(with: ["a": date, "b": date + 1]))
    #expect(NSPredicate.make(try either.tree).evaluate(with: ["a": date, "b": date + 1]))
    #expect(!NSPredicate.make(try either.tree).evaluate(with: ["a": date, "b": date]))
  }

  @Test("blocks become calls that evaluate them")
  func blocks() throws {
    let block = NSPredicate { object, variables in
      object as? Int == 5 && variables?["x"] as? Int == 1
    }
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      block, NSPredicate(format: "SELF == 5 AND $x == 1"),
    ])
    let tree = try compound.tree
    #expect(tree.values.contains { $0 is OpaquePredicate })
    let made = NSPredicate.make(tree)
    #expect(made.evaluate(with: 5, substitutionVariables: ["x": 1]))
    #expect(!made.evaluate(with: 6, substitutionVariables: ["x": 1]))
    #expect(!made.evaluate(with: 5, substitutionVariables: ["x": 2]))
  }

  @Test("arrays and sets are filtered")
  func filtering() {
    let predicate = NSPredicate(format: "SELF > 1 AND SELF != 3")
    #expect(([1, 2, 3, 4] as NSArray).filtered(using: predicate) as? [Int] == [2, 4])
    #expect(NSSet(array: [1, 2]).filtered(using: predicate) as? Set<Int> == [2])
    let array = NSMutableArray(array: [1, 2, 3])
    array.filter(using: predicate)
    #expect(array as? [Int] == [2])
  }
}
