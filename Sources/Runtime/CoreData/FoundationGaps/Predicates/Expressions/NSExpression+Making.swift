public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSExpression {
  /// Creates a constant expression.
  ///
  /// - Parameter obj: The value: a number, a string, a date, a collection, an object or nil.
  public init(forConstantValue obj: Any?) {
    self = initialised(Self.combining { $0.constant(obj) })
  }

  /// Returns the expression for the object that a predicate is evaluated for: `SELF`.
  public static func expressionForEvaluatedObject() -> _NSExpression {
    combining { _ in .evaluatedObject }
  }

  /// Returns the expression for any property of an object, for searches of an index.
  public static func expressionForAnyKey() -> _NSExpression {
    combining { _ in .anyKey }
  }

  /// Creates an expression for a variable.
  ///
  /// - Parameter string: The name of the variable, without `$`.
  public init(forVariable string: String) {
    self = initialised(Self.combining { _ in .variable(string) })
  }

  /// Creates an expression for the value of a key path.
  ///
  /// - Parameter keyPath: A key path such as `"team.name"` or `"players.@count"`.
  public init(forKeyPath keyPath: String) {
    self = initialised(Self.combining { _ in .path(keyPath: keyPath) })
  }

  /// Creates an expression for the property of a Swift key path.
  ///
  /// - Parameter keyPath: The key path of a generated property.
  public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    let name = KeyPathNames.shared.name(of: keyPath) ?? String(describing: keyPath)
    self.init(forKeyPath: name)
  }

  /// Creates an expression that calls a built-in function.
  ///
  /// ```swift
  /// let total = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "goals")])
  /// ```
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

  /// Creates an expression that calls a method of an object.
  ///
  /// - Parameters:
  ///   - target: The receiver.
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

  /// Creates an expression for a list of values.
  ///
  /// - Parameter subexpressions: Expressions; anything else is a constant.
  public init(forAggregate subexpressions: [Any]) {
    self = initialised(
      Self.combining { table in .aggregate(subexpressions.map { table.constant($0) }) }
    )
  }

  /// Creates an expression for the union of two collections.
  public init(forUnionSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.union, left, right))
  }

  /// Creates an expression for the intersection of two collections.
  public init(forIntersectSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.intersect, left, right))
  }

  /// Creates an expression for the members of the first collection that are not in the second.
  public init(forMinusSet left: _NSExpression, with right: _NSExpression) {
    self = initialised(Self.combination(.minus, left, right))
  }

  /// Creates an expression for the members of a collection that match a predicate.
  ///
  /// - Parameters:
  ///   - expression: The collection.
  ///   - variable: The variable for the member in the predicate, without `$`.
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

  /// Creates a conditional expression.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - trueExpression: The value if the condition is true.
  ///   - falseExpression: The value if it is false.
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

  /// Creates an expression whose value a block computes.
  ///
  /// - Parameters:
  ///   - block: Called with the evaluated object, the values of the arguments, and the context that was passed to the
  ///     evaluation.
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

/// A computation by a block.
class ExpressionBlock {
  /// The selector under which a tree calls it.
  static let selector = "expressionBlock"

  let block: (Any?, [Any], NSMutableDictionary?) -> Any

  init(_ block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any) {
    self.block = block
  }
}
