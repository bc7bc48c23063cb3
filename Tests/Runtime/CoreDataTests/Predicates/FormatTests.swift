import Foundation
import Testing

@testable import CoreData

@Suite("Format strings and their arguments")
struct FormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let make: @Sendable () -> NSPredicate

    init(_ text: String, _ make: @escaping @Sendable () -> NSPredicate) {
      self.text = text
      self.make = make
    }

    var testDescription: String { text }
  }

  static let cases = [
    Case("name == \"a\"") { NSPredicate(format: "name == %@", "a") },
    Case("age >= 5 AND team.name != nil") {
      NSPredicate(format: "age >= %d AND %K != nil", 5, "team.name")
    },
    Case("x > 2.5") { NSPredicate(format: "x > %f", 2.5) },
    Case("x > 2") { NSPredicate(format: "x > %f", 2) },
    Case("x IN {1, 2, 3}") { NSPredicate(format: "x IN %@", [1, 2, 3]) },
    Case("x == 1") { NSPredicate(format: "x == %@", true as NSNumber) },
    Case("x == CAST(5.000000, \"NSDate\")") {
      NSPredicate(format: "x == %@", Date(timeIntervalSinceReferenceDate: 5))
    },
    Case("x == CAST(5.000000, \"NSDate\")") {
      NSPredicate(format: "x == %@", NSDate(timeIntervalSinceReferenceDate: 5))
    },
    Case("x == <null>") { NSPredicate(format: "x == %@", argumentArray: [NSNull()]) },
    Case("x == <null>") { NSPredicate(format: "x == %@", NSNull()) },
    Case("NOT x IN {1, <null>}") { NSPredicate(format: "NOT x IN %@", [1, NSNull()] as NSArray) },
    Case("x != <null>") {
      NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "x"),
        rightExpression: NSExpression(forConstantValue: NSNull()),
        modifier: .direct,
        type: .notEqualTo
      )
    },
    Case("x == nil") {
      NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "x"),
        rightExpression: NSExpression(forConstantValue: nil),
        modifier: .direct,
        type: .equalTo
      )
    },
  ]

  @Test("arguments in the text", arguments: cases)
  func arguments(_ example: Case) {
    let predicate = example.make()
    #expect(predicate.description == example.text)
  }

  @Test("classes")
  @available(*, deprecated)
  func classes() {
    #expect(NSPredicate(format: "a == 1 AND b == 2") is NSCompoundPredicate)
    let comparison = NSPredicate(format: "a.b CONTAINS[cd] %@", "x") as? NSComparisonPredicate
    #expect(comparison?.leftExpression.keyPath == "a.b")
    #expect(comparison?.rightExpression.constantValue as? String == "x")
    #expect(comparison?.predicateOperatorType == .contains)
    #expect(comparison?.options == [.caseInsensitive, .diacriticInsensitive])
    let made = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "a.b"),
      rightExpression: NSExpression(forConstantValue: "x"),
      modifier: .direct,
      type: .contains,
      options: [.caseInsensitive, .diacriticInsensitive]
    )
    #expect(made == comparison)
  }

  @Test("parts of a compound keep their values")
  func partsOfCompound() {
    let predicate = NSPredicate(
      format: "a == %@ and b == %@",
      Date(timeIntervalSinceReferenceDate: 5),
      Date(timeIntervalSinceReferenceDate: 6)
    )
    #expect(
      (predicate as? NSCompoundPredicate)?.subpredicates.map(\.description) == [
        "a == CAST(5.000000, \"NSDate\")", "b == CAST(6.000000, \"NSDate\")",
      ]
    )
  }
}
