import Foundation
import PredicateFormat

extension BoundTree where Root == PredicateNode {
  /// The text of the predicate for `predicateFormat`.
  var format: String {
    root.text(.apple) { values[checked: $0.index].map { formatText($0) } }
  }
}

extension BoundTree where Root == ExpressionNode {
  /// The text of the expression for its `description`.
  var format: String {
    root.text(.apple) { values[checked: $0.index].map { formatText($0) } }
  }
}

extension BoundTree {
  /// The text of an argument's value, which can be parsed again if possible.
  func readableText(of argument: FormatArgument) -> String? {
    values[checked: argument.index].map { formatText($0, null: "nil") }
  }
}

/// The text of a value in a predicate, `NSNull` as a given text.
///
/// Dates, numbers, strings and collections of them are written so that they can be parsed again. So are identifiers,
/// URLs and data, as casts of a string. For other objects it is their description.
private func formatText(_ value: Any, null: String = "<null>") -> String {
  var table = ValueTable()
  if case .constant(let constant) = table.constant(value) {
    return ExpressionNode.constant(constant).text(.apple)
  }
  switch value {
  case is NSNull: return null
  case let date as Date:
    let seconds = date.timeIntervalSinceReferenceDate
    return cast(seconds.isFinite ? String(format: "%f", seconds) : "0", to: "NSDate")
  case let id as UUID: return cast(quoted(id.uuidString), to: "NSUUID")
  case let url as URL: return cast(quoted(url.absoluteString), to: "NSURL")
  case let data as Data: return cast(quoted(data.base64EncodedString()), to: "NSData")
  case let number as Decimal:
    return number.isNaN ? "nil" : number.description
  case is OpaquePredicate: return "BLOCKPREDICATE"
  default: break
  }
  if let elements = CollectionElements(value) {
    return "{" + elements.formatTexts { formatText($0, null: null) }.joined(separator: ", ") + "}"
  }
  return String(describing: value)
}

private func quoted(_ text: String) -> String {
  ExpressionNode.constant(.string(text)).text(.apple)
}

private func cast(_ text: String, to type: String) -> String {
  "CAST(\(text), \"\(type)\")"
}
