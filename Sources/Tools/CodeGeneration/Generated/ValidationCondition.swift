import ManagedModel
import TemplateEngine

/// A condition on an attribute's values, for a model built in code.
struct ValidationCondition {
  /// A predicate with one argument.
  var format: String

  /// The argument, as a Swift expression.
  var bound: String

  /// The error message for a value that violates the condition.
  var message: String
}

extension SwiftTyping {
  /// The conditions that the fields of an attribute define; texts that are not numbers define none.
  func validations(of attribute: Attribute) -> [ValidationCondition] {
    switch attribute.type {
    case .string: stringConditions(of: attribute)
    case .date:
      bounds(
        attribute.minimumDateTimeInterval.flatMap(dateExpression),
        attribute.maximumDateTimeInterval.flatMap(dateExpression),
        messages: ("is too early", "is too late")
      )
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      bounds(
        numberExpression(attribute.minimumText, attribute.type),
        numberExpression(attribute.maximumText, attribute.type),
        messages: (
          "must be at least \(attribute.minimumText ?? "")",
          "must be at most \(attribute.maximumText ?? "")"
        )
      )
    default: []
    }
  }

  private func bounds(
    of subject: String = "SELF",
    _ least: String?,
    _ greatest: String?,
    messages: (String, String)
  ) -> [ValidationCondition] {
    [
      least.map {
        ValidationCondition(format: "\(subject) >= %@", bound: $0, message: messages.0)
      },
      greatest.map {
        ValidationCondition(format: "\(subject) <= %@", bound: $0, message: messages.1)
      },
    ].compactMap(\.self)
  }

  private func stringConditions(of attribute: Attribute) -> [ValidationCondition] {
    let lengths = bounds(
      of: "length",
      numberExpression(attribute.minimumText, .integer64),
      numberExpression(attribute.maximumText, .integer64),
      messages: (
        "must have at least \(attribute.minimumText ?? "") characters",
        "must have at most \(attribute.maximumText ?? "") characters"
      )
    )
    guard let pattern = attribute.regularExpression, !pattern.isEmpty else { return lengths }
    return lengths + [
      ValidationCondition(
        format: "SELF MATCHES %@",
        bound: SwiftLiteral.string(pattern),
        message: "must match \(pattern)"
      )
    ]
  }

  private func dateExpression(_ seconds: Double) -> String? {
    guard seconds.isFinite else { return nil }
    return "\(inExpressions("Date"))(timeIntervalSinceReferenceDate: \(seconds.description))"
  }

  private func numberExpression(_ text: String?, _ type: AttributeType) -> String? {
    guard let text, !text.isEmpty else { return nil }
    switch type {
    case .decimal:
      guard Double(text)?.isFinite == true else { return nil }
      return "\(inExpressions("NSDecimalNumber"))(string: \(SwiftLiteral.string(text)))"
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
          "messageLiteral": .string(SwiftLiteral.string(condition.message)),
        ])
      }
    )
  }
}
