import Foundation
import PredicateFormat

/// Distinguishes functions of all objects of a group from functions of one object.
///
/// `sum:(goals)` is of the group, `sum:(players.goals)` of the players of one object. `@sum.goals` and `goals.@sum`
/// are equivalent to the first.
struct GroupFunctions {
  private let shape: EntityShape

  init(_ shape: EntityShape) {
    self.shape = shape
  }

  private static let selectors: Set<String> = [
    "count:", "sum:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
  ]

  /// The argument of a function of a group; nil for other expressions.
  func argument(of expression: ExpressionNode) -> ExpressionNode? {
    guard case .function(let call) = expression, call.receiver == nil,
      call.arguments.count == 1, Self.selectors.contains(call.selector)
    else { return nil }
    let argument = Self.distinct(call.arguments[0]) ?? call.arguments[0]
    return isCollection(argument) ? nil : argument
  }

  /// The argument of `distinct:`.
  static func distinct(_ expression: ExpressionNode) -> ExpressionNode? {
    guard case .function(let call) = expression, call.selector == "distinct:" else { return nil }
    return call.arguments.first
  }

  /// Whether an expression contains a function of a group.
  func isAggregate(_ expression: ExpressionNode) -> Bool {
    argument(of: expression) != nil || expression.parts.contains(where: isAggregate)
  }

  private func isCollection(_ expression: ExpressionNode) -> Bool {
    switch expression {
    case .aggregate, .subquery, .combination: true
    case .path(let path): (try? ModelPath(path.components, from: shape))?.isToMany ?? false
    default: false
    }
  }

  /// A to-many path that is not the argument of a function.
  func toManyPath(in expression: ExpressionNode) -> String? {
    switch expression {
    case .path(let path): return isCollection(expression) ? path.dottedKeys ?? "?" : nil
    case .function(let call) where call.receiver == nil && Self.selectors.contains(call.selector):
      return nil
    case .element: return nil
    default: return expression.parts.lazy.compactMap(toManyPath).first
    }
  }

  // MARK: Equivalent forms

  /// The expression with all functions of groups in the form of calls.
  func normalized(_ expression: ExpressionNode) -> ExpressionNode {
    switch expression {
    case .path(let path): return normalized(path) ?? expression
    case .function(var call):
      call.arguments = call.arguments.map(normalized)
      return .function(call)
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, normalized(left), normalized(right))
    case .unary(let operation, let operand): return .unary(operation, normalized(operand))
    case .cast(let operand, let type): return .cast(normalized(operand), type: type)
    default: return expression
    }
  }

  private func normalized(_ path: PropertyPath) -> ExpressionNode? {
    guard path.base == nil || path.base == .evaluatedObject else { return nil }
    let place = path.components.firstIndex { component in
      if case .collectionOperator = component { true } else { false }
    }
    guard let place, case .collectionOperator(let name) = path.components[place] else { return nil }
    let selector = name == "avg" ? "average:" : name + ":"
    let keys = Array(path.components[..<place]) + path.components[(place + 1)...]
    let argument: ExpressionNode = keys.isEmpty ? .evaluatedObject : .path(PropertyPath(keys))
    let call = ExpressionNode.function(FunctionCall(selector, [argument]))
    return self.argument(of: call) == nil ? nil : call
  }

  // MARK: Types

  /// The type of the values of an expression; undefined if it is not known.
  func type(of expression: ExpressionNode) -> NSAttributeDescription.AttributeType {
    switch expression {
    case .evaluatedObject: return .objectID
    case .path(let path):
      guard let end = (try? ModelPath(path.components, from: shape))?.end else {
        return .undefined
      }
      switch end {
      case .object: return .objectID
      case .attribute(let attribute): return attribute.type
      case .value: return .undefined
      }
    case .function(let call) where call.receiver == nil:
      switch call.selector {
      case "count:", "length:": return .integer64
      case "average:", "stddev:", "median:": return .double
      case "min:", "max:", "sum:", "noindex:":
        guard let argument = call.arguments.first, call.arguments.count == 1 else {
          return .undefined
        }
        let type = self.type(of: Self.distinct(argument) ?? argument)
        return type == .objectID ? .undefined : type
      case "indexed:by:":
        return call.arguments.first.map { self.type(of: $0) } ?? .undefined
      case "uppercase:", "lowercase:", "canonical:": return .string
      case "now": return .date
      default: return .undefined
      }
    default: return .undefined
    }
  }
}

extension ExpressionNode {
  /// The subexpressions, except those about the members of a collection.
  fileprivate var parts: [ExpressionNode] {
    switch self {
    case .function(let call): (call.receiver.map { [$0] } ?? []) + call.arguments
    case .arithmetic(_, let left, let right), .combination(_, let left, let right): [left, right]
    case .unary(_, let operand), .cast(let operand, _), .assignment(_, let operand): [operand]
    case .conditional(_, let first, let second): [first, second]
    case .aggregate(let elements): elements
    case .element(let collection, _): [collection]
    default: []
    }
  }
}
