import ManagedModel
import PredicateFormat
import PropertyLists

extension CompiledModelReader {
  /// Turns predicates such as `SELF >= 3` or `length <= 64` back into the fields they came from.
  ///
  /// A conjunction is split if all of its parts have a field; what has none is reported in a note.
  mutating func readValidation(
    of object: ArchivedObject,
    into attribute: inout Attribute,
    label: String
  ) throws {
    for element in try elements("NSValidationPredicates", of: object) ?? [] {
      guard let predicate = element.object else { continue }
      var changed = attribute
      if try take(predicate, into: &changed, depth: 0) {
        attribute = changed
        continue
      }
      let text = try noting("\(label), validation") { reader in
        try reader.predicate(predicate, label: label, depth: 0).text()
      }
      if let text {
        note("\(label): a model file cannot express the validation predicate '\(text)'")
      }
    }
  }

  /// Sets the fields that a predicate corresponds to; returns false if there are none.
  private mutating func take(
    _ predicate: ArchivedObject,
    into attribute: inout Attribute,
    depth: Int
  ) throws -> Bool {
    try charge()
    if predicate.isKind(of: "NSCompoundPredicate") {
      guard depth < Self.greatestPredicateDepth,
        try predicate.integer("NSCompoundPredicateType") == CompoundKind.and.rawValue
      else { return false }
      for part in try elements("NSSubpredicates", of: predicate) ?? [] {
        guard let part = part.object, try take(part, into: &attribute, depth: depth + 1) else {
          return false
        }
      }
      return true
    }
    guard predicate.isKind(of: "NSComparisonPredicate"),
      let left = try predicate.object("NSLeftExpression"),
      let right = try predicate.object("NSRightExpression"),
      let operation = try predicate.object("NSPredicateOperator"),
      try operation.integer("NSModifier") ?? 0 == 0,
      try operation.integer("NSOptions") ?? operation.integer("NSFlags") ?? 0 == 0,
      let type = try operation.integer("NSOperatorType"),
      let relation = Comparison.Relation(rawValue: type),
      let bound = try right.value("NSConstantValue")
    else { return false }
    if try left.integer("NSExpressionType") == ExpressionCode.evaluatedObject.rawValue {
      return try takeValue(relation, bound, into: &attribute)
    }
    guard attribute.type == .string, case .plain(.integer(let length)) = bound,
      try isLength(left)
    else { return false }
    return Self.take(relation, text: String(length), into: &attribute)
  }

  /// Whether an expression is the key path `length` of the value.
  private mutating func isLength(_ expression: ArchivedObject) throws -> Bool {
    guard try expression.integer("NSExpressionType") == ExpressionCode.keyPath.rawValue,
      let arguments = try elements("NSArguments", of: expression), arguments.count == 1
    else { return false }
    return try arguments[0].object?.string("NSKeyPath") == "length"
  }

  /// Sets the field that corresponds to a rule about the value itself.
  private func takeValue(
    _ relation: Comparison.Relation,
    _ bound: ArchivedValue,
    into attribute: inout Attribute
  ) throws -> Bool {
    switch attribute.type {
    case .string:
      guard relation == .matches, attribute.regularExpression == nil, let text = try bound.string
      else { return false }
      attribute.regularExpression = text
      return true
    case .date:
      guard let seconds = try dateInterval(bound) else { return false }
      return Self.take(relation, seconds: seconds, into: &attribute)
    case _ where attribute.type.isNumeric:
      guard let text = try valueText(bound, type: attribute.type) else { return false }
      return Self.take(relation, text: text, into: &attribute)
    default:
      return false
    }
  }

  private static func take(
    _ relation: Comparison.Relation,
    text: String,
    into attribute: inout Attribute
  ) -> Bool {
    switch relation {
    case .greaterThanOrEqualTo where attribute.minimumText == nil: attribute.minimumText = text
    case .lessThanOrEqualTo where attribute.maximumText == nil: attribute.maximumText = text
    default: return false
    }
    return true
  }

  private static func take(
    _ relation: Comparison.Relation,
    seconds: Double,
    into attribute: inout Attribute
  ) -> Bool {
    switch relation {
    case .greaterThanOrEqualTo where attribute.minimumDateTimeInterval == nil:
      attribute.minimumDateTimeInterval = seconds
    case .lessThanOrEqualTo where attribute.maximumDateTimeInterval == nil:
      attribute.maximumDateTimeInterval = seconds
    default:
      return false
    }
    return true
  }
}
