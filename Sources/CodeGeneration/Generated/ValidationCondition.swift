import ManagedModel
import TemplateEngine

/// A condition on an attribute's values, as a stack that is built in code states it.
struct ValidationCondition {
  /// A predicate with one argument.
  var format: String

  /// The argument, as an expression of Swift.
  var bound: String

  /// The code of the error when a value breaks the condition.
  var code: Int
}

extension SwiftTyping {
  /// The conditions that the fields of an attribute stand for; texts that are no numbers set none.
  func validations(of attribute: Attribute) -> [ValidationCondition] {
    switch attribute.type {
    case .string: stringConditions(of: attribute)
    case .date:
      bounds(
        (attribute.minimumDateTimeInterval.flatMap(dateExpression), 1640),
        (attribute.maximumDateTimeInterval.flatMap(dateExpression), 1630)
      )
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      bounds(
        (numberExpression(attribute.minimumText, attribute.type), 1620),
        (numberExpression(attribute.maximumText, attribute.type), 1610)
      )
    default: []
    }
  }

  private func bounds(
    of subject: String = "SELF",
    _ least: (String?, Int),
    _ greatest: (String?, Int)
  ) -> [ValidationCondition] {
    [(">=", least), ("<=", greatest)].compactMap { relation, bound in
      bound.0.map { ValidationCondition(format: "\(subject) \(relation) %@", bound: $0, code: bound.1) }
    }
  }

  private func stringConditions(of attribute: Attribute) -> [ValidationCondition] {
    let lengths = bounds(
      of: "length",
      (numberExpression(attribute.minimumText, .integer64), 1670),
      (numberExpression(attribute.maximumText, .integer64), 1660)
    )
    guard let pattern = attribute.regularExpression, !pattern.isEmpty else { return lengths }
    let literal = SwiftLiteral.string(pattern)
    return lengths + [ValidationCondition(format: "SELF MATCHES %@", bound: literal, code: 1680)]
  }

  private func dateExpression(_ seconds: Double) -> String? {
    guard seconds.isFinite else { return nil }
    return "\(known("Date"))(timeIntervalSinceReferenceDate: \(seconds.description))"
  }

  private func numberExpression(_ text: String?, _ type: AttributeType) -> String? {
    guard let text, !text.isEmpty else { return nil }
    switch type {
    case .decimal:
      guard Double(text)?.isFinite == true else { return nil }
      return "\(known("NSDecimalNumber"))(string: \(SwiftLiteral.string(text)))"
    case .double, .float: return Double(text).flatMap { $0.isFinite ? $0.description : nil }
    default:
      return Int64(text)?.description
        ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }?.description
    }
  }
}

extension TemplateValue {
  static func validations(_ conditions: [ValidationCondition]) -> TemplateValue {
    .array(
      conditions.map { condition in
        .dictionary([
          "formatLiteral": .string(SwiftLiteral.string(condition.format)),
          "bound": .string(condition.bound),
          "code": .int(condition.code),
        ])
      }
    )
  }
}
