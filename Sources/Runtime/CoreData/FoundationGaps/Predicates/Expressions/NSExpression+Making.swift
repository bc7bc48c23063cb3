public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSExpression {
  /// Makes an expression whose value is always the same.
  ///
  /// - Parameter obj: The value: a number, a string, a date, a collection, an object or nil.
  public init(forConstantValue obj: Any?) {
    self = initialised(Self.combining { $0.constant(obj) })
  }

  /// The expression for the object that a predicate is asked about: `SELF`.
  public static func expressionForEvaluatedObject() -> _NSExpression {
    combining { _ in .evaluatedObject }
  }

  /// The expression for any property of an object, as searches of an index use it.
  public static func expressionForAnyKey() -> _NSExpression {
    combining { _ in .anyKey }
  }

  /// Makes an expression for a variable.
  ///
  /// - Parameter string: The name of the variable, without `$`.
  public init(forVariable string: String) {
    self = initialised(Self.combining { _ in .variable(string) })
  }

  /// Makes an expression for the value at a key path.
  ///
  /// - Parameter keyPath: Such as `"team.name"` or `"players.@count"`.
  public init(forKeyPath keyPath: String) {
    self = initialised(Self.combining { _ in .path(keyPath: keyPath) })
  }

  /// Makes an expression for the property that a Swift key path leads to.
  ///
  /// - Parameter keyPath: The key path of a generated property.
  public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    let name = KeyPathNames.shared.name(of: keyPath) ?? String(describing: keyPath)
    self.init(forKeyPath: name)
  }

  /// Makes an expression that calls one of the functions that the language has.
  ///
  /// - Parameters:
  ///   - name: The selector of the function, such as `sum:`.
  ///   - parameters: Expressions; anything else is a constant.
  public init(forFunction name: String, arguments parameters: [Any]) {
    self = initialised(
      Self.combining { table in
        .call(name, parameters.map { table.constant($0) })
      }
    )
  }

  /// Makes an expression that calls a method of an object.
  ///
  /// - Parameters:
  ///   - target: What is called.
  ///   - name: The selector of the method.
  ///   - parameters: Expressions; anything else is a constant.
  public init(
    forFunction target: _NSExpression,
    selectorName name: String,
    arguments parameters: [Any]?
  ) {
    self = initialised(
      Self.combining { table in
        .function(
          FunctionCall(
            receiver: table.adopt(target.tree),
            name,
            (parameters ?? []).map { table.constant($0) }
          )
        )
      }
    )
  }

  /// Makes an expression for a list of values.
  ///
  /// - Parameter subexpressions: Expressions; anything else is a constant.
  public init(forAggregate subexpressions: [Any]) {
    self = initialised(
      Self.combining { table in .aggregate(subexpressions.map { table.constant($0) }) }
    )
  }

  /// Makes an expression for what is in at least one of two collections.
  public init(forUnionSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.union, left, right))
  }

  /// Makes an expression for what is in both of two collections.
  public init(forIntersectSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.intersect, left, right))
  }

  /// Makes an expression for what is in the first and not in the second of two collections.
  public init(forMinusSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.minus, left, right))
  }

  /// Makes an expression for the members of a collection for which a predicate holds.
  ///
  /// - Parameters:
  ///   - expression: The collection.
  ///   - variable: The name, without `$`, that the predicate has for the member.
  ///   - predicate: An `NSPredicate`.
  public init(
    forSubquery expression: _NSExpression,
    usingIteratorVariable variable: String,
    predicate: Any
  ) {
    self = initialised(
      Self.combining { table in
        let condition = (predicate as? NSPredicate).flatMap { try? $0.tree }
        return .subquery(
          Subquery(
            table.adopt(expression.tree),
            variable: variable,
            predicate: table.adopt(condition ?? PredicateTree(.constant(false)))
          )
        )
      }
    )
  }

  /// Makes an expression that has one value or another.
  ///
  /// - Parameters:
  ///   - predicate: What decides.
  ///   - trueExpression: The value when the predicate holds.
  ///   - falseExpression: The value when it does not.
  public init(
    forConditional predicate: NSPredicate,
    trueExpression: _NSExpression,
    falseExpression: _NSExpression
  ) {
    self = initialised(
      Self.combining { table in
        let condition = (try? predicate.tree) ?? PredicateTree(.constant(false))
        return .conditional(
          table.adopt(condition),
          then: table.adopt(trueExpression.tree),
          else: table.adopt(falseExpression.tree)
        )
      }
    )
  }

  /// Makes an expression whose value a block calculates.
  ///
  /// - Parameters:
  ///   - block: It is handed the evaluated object, the values of the arguments, and what was passed as
  ///     context when the expression was evaluated.
  ///   - arguments: The arguments.
  public init(
    block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any,
    arguments: [_NSExpression]?
  ) {
    self = initialised(
      Self.combining { table in
        let receiver = table.add(ExpressionBlock(block))
        let nodes = (arguments ?? []).map { table.adopt($0.tree) }
        return .function(FunctionCall(receiver: receiver, ExpressionBlock.selector, nodes))
      }
    )
  }

  private static func combination(
    _ operation: SetOperator,
    _ left: _NSExpression,
    _ right: _NSExpression
  ) -> TreeExpression {
    combining { table in
      .combination(operation, table.adopt(left.tree), table.adopt(right.tree))
    }
  }
}

/// A calculation that only knows how to perform itself.
class ExpressionBlock {
  /// The selector under which a tree calls it.
  static let selector = "expressionBlock"

  let block: (Any?, [Any], NSMutableDictionary?) -> Any

  init(_ block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any) {
    self.block = block
  }
}
