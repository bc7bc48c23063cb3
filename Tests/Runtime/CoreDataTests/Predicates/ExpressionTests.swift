import Foundation
import Testing

@testable import CoreData

@Suite("Expressions")
struct ExpressionTests {
  static let values: [(format: String, value: String)] = [
    ("1 + 2", "3"), ("name", "Élan Vital"), ("players.@count", "3"), ("SELF.name", "Élan Vital"),
    ("price * 2", "25"), ("missing", "nil"), ("sum({1, 2.5})", "3.5"), ("isOpen", "1"),
    ("TERNARY(isOpen == YES, 'y', 'n')", "y"), ("$x + 1", "nil"),
  ]

  @Test("have values", arguments: values)
  func hasValue(_ format: String, _ value: String) throws {
    let expression = try _NSExpression(parsing: format)
    let found = expression.expressionValue(with: Sample.team(), context: nil)
    #expect(found.map { "\($0)" } ?? "nil" == value)
  }

  @Test("take variables from the context")
  func context() throws {
    let expression = try _NSExpression(parsing: "$x + 1")
    let context = NSMutableDictionary(dictionary: ["x": 4])
    #expect(expression.expressionValue(with: nil, context: context) as? Int == 5)
  }

  @Test("numbers are objects")
  func numbers() throws {
    let value = try _NSExpression(parsing: "1 + 1").expressionValue(with: nil, context: nil)
    #expect(value is NSNumber)
    #expect(value as? Int16 == 2)
  }

  @Test("of every kind, made and taken apart")
  @available(*, deprecated)
  func kinds() {
    let path = NSExpression(forKeyPath: "a.b")
    let one = NSExpression(forConstantValue: 1)
    #expect(path.expressionType == .keyPath)
    #expect(path.keyPath == "a.b")
    #expect(one.expressionType == .constantValue)
    #expect(one.constantValue as? Int == 1)
    #expect(NSExpression(forConstantValue: nil).constantValue == nil)
    #expect(NSExpression.expressionForEvaluatedObject().description == "SELF")
    #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
    #expect(NSExpression(forVariable: "x").variable == "x")
    let sum = NSExpression(forFunction: "sum:", arguments: [path])
    #expect(sum.expressionType == .function)
    #expect(sum.function == "sum:")
    #expect(sum.arguments == [path])
    #expect(sum.description == "sum:(a.b)")
    let addition = NSExpression(forFunction: "add:to:", arguments: [path, 2])
    #expect(addition == NSExpression(format: "a.b + 2"))
    #expect(addition.function == "add:to:")
    let list = NSExpression(forAggregate: [one, path, "x"])
    #expect(list.description == "{1, a.b, \"x\"}")
    #expect((list.collection as? [NSExpression])?.count == 3)
    let union = NSExpression(forUnionSet: list, with: path)
    #expect(union.expressionType == .unionSet)
    #expect(union.left == list)
    #expect(union.right == path)
    #expect(NSExpression(forMinusSet: list, with: path).expressionType == .minusSet)
    #expect(NSExpression(forIntersectSet: list, with: path).description.contains("INTERSECT"))
    let condition = NSPredicate(format: "$x.a == %@", Date(timeIntervalSinceReferenceDate: 0))
    let subquery = NSExpression(
      forSubquery: path,
      usingIteratorVariable: "x",
      predicate: condition
    )
    #expect(subquery.predicate == condition)
    #expect(subquery.variable == "x")
    #expect(subquery.collection as? NSExpression == path)
    let conditional = NSExpression(
      forConditional: NSPredicate(value: true),
      trueExpression: one,
      falseExpression: path
    )
    #expect(conditional.true == one)
    #expect(conditional.false == path)
    #expect(conditional.expressionValue(with: nil, context: nil) as? Int == 1)
    let method = NSExpression(forFunction: path, selectorName: "length", arguments: nil)
    #expect(method.operand == path)
    #expect(method.description == "FUNCTION(a.b, \"length\")")
  }

  @Test("parts that a kind does not have are empty")
  @available(*, deprecated)
  func absentParts() {
    let constant = NSExpression(forConstantValue: 1)
    #expect(constant.keyPath.isEmpty)
    #expect(constant.variable.isEmpty)
    #expect(constant.function.isEmpty)
    #expect(constant.arguments == nil)
    #expect(constant.left.constantValue == nil)
    #expect(constant.true.constantValue == nil)
    #expect(constant.expressionBlock(nil, [], nil) is NSNull)
    #expect(!constant.predicate.evaluate(with: nil))
  }

  @Test("blocks")
  @available(*, deprecated)
  func blocks() {
    let expression = NSExpression(
      block: { object, arguments, _ in "\(object ?? "-")\(arguments)" },
      arguments: [NSExpression(forConstantValue: 7)]
    )
    #expect(expression.expressionType == .block)
    #expect(expression.expressionValue(with: "o", context: nil) as? String == "o[7]")
    #expect(expression.expressionBlock("p", [8], nil) as? String == "p[8]")
  }

  @Test("that cannot be read have no value")
  func unreadable() {
    #expect(throws: (any Error).self) { try _NSExpression(parsing: "1 +") }
    let broken = _NSExpression(format: "1 +")
    #expect(broken.expressionValue(with: nil, context: nil) == nil)
  }
}
