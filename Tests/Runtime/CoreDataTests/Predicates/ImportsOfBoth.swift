import CoreData
import Foundation
import Testing

// The names that Apple's programs use, in a file that imports Foundation as well: the test is that it compiles.
// `ImportOfCoreDataAlone.swift` has the same without Foundation.

@Suite("A file that imports Foundation and Core Data")
struct ImportsOfBoth {
  @available(*, deprecated)
  private struct Names {
    var predicate: NSPredicate?
    var compound: NSCompoundPredicate?
    var comparison: NSComparisonPredicate?
    var expression: NSExpression?
    var descriptors: [NSSortDescriptor] = []
  }

  @Test("compiles")
  @available(*, deprecated)
  func compiles() {
    var names = Names()
    names.predicate = NSPredicate(format: "name == %@ AND born < %@", "a", Date() as NSDate)
    names.predicate = NSPredicate(format: "name == %@", argumentArray: ["a"])
    names.predicate = NSPredicate(value: true)
    names.predicate = NSPredicate { object, _ in object != nil }
    names.compound = NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(value: true)])
    names.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "a")])
    names.expression = NSExpression(format: "a + %d", 1)
    names.comparison = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "a"),
      rightExpression: NSExpression(forConstantValue: 1),
      modifier: .direct,
      type: .equalTo
    )
    names.descriptors = [
      NSSortDescriptor(key: "a", ascending: true),
      NSSortDescriptor(keyPath: \NSString.length, ascending: false),
      NSSortDescriptor(
        key: "a",
        ascending: true,
        selector: Selector("localizedStandardCompare:")
      ),
    ]
    #expect(names.predicate?.withSubstitutionVariables([:]) === names.predicate)
    #expect(names.predicate?.evaluate(with: 1) == true)
    #expect(names.compound?.evaluate(with: nil) == true)
    #expect(names.expression?.expressionType == .function)
    #expect(names.comparison?.predicateFormat == "a == 1")
    #expect(names.descriptors.map(\.key) == ["a", nil, "a"])
    #expect((["a": 1] as NSDictionary).value(forKey: "a") as? Int == 1)
  }
}
