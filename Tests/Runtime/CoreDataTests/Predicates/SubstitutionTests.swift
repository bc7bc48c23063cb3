import Foundation
import Testing

@testable import CoreData

@Suite("Variables of predicates")
struct SubstitutionTests {
  @Test("are replaced in a copy")
  func replaced() {
    let template = NSPredicate(format: "name == $NAME AND age > $AGE AND at < $AT")
    let predicate = template.withSubstitutionVariables([
      "NAME": "a", "AGE": 5, "AT": Date(timeIntervalSinceReferenceDate: 1),
    ])
    #expect(
      predicate.description == "name == \"a\" AND age > 5 AND at < CAST(1.000000, \"NSDate\")"
    )
    #expect(template.description == "name == $NAME AND age > $AGE AND at < $AT")
    #expect(template.withSubstitutionVariables([:]) == template)
  }

  @Test("that a subquery binds stay")
  func bound() {
    let predicate = NSPredicate(format: "SUBQUERY(players, $x, $x.age == $age).@count > 0")
    let replaced = predicate.withSubstitutionVariables(["x": 1, "age": 10])
    #expect(replaced.evaluate(with: Sample.team()))
    #expect(replaced.description == "SUBQUERY(players, $x, $x.age == 10).@count > 0")
  }

  @Test("are taken when the predicate is evaluated")
  func evaluated() {
    let predicate = NSPredicate(format: "count32 IN $numbers OR name == $name")
    let team = Sample.team()
    #expect(predicate.evaluate(with: team, substitutionVariables: ["numbers": [3], "name": "x"]))
    #expect(!predicate.evaluate(with: team, substitutionVariables: ["numbers": [4], "name": "x"]))
    #expect(!predicate.evaluate(with: team, substitutionVariables: ["numbers": [3]]))
    #expect(!predicate.evaluate(with: team))
  }

  @Test("keep the class of a compound")
  func compound() {
    let parts = [NSPredicate(format: "a == $A"), NSPredicate(format: "b == $B")]
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    let replaced: NSCompoundPredicate = compound.withSubstitutionVariables(["A": 1, "B": 2])
    #expect(replaced.description == "a == 1 AND b == 2")
    #expect(replaced.evaluate(with: ["a": 1, "b": 2]))
  }
}
