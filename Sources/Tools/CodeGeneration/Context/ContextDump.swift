import JSON
import TemplateEngine

extension JSONValue {
  /// Writes a context as a document: everything that templates see, in the same order.
  package init(_ value: TemplateValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .integer(number)
    case .double(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let object):
      self = .object(
        object.keys.map { Member($0, JSONValue(object.value(forKey: $0) ?? .null)) }
      )
    }
  }
}
