import Foundation
import ObjectRows

/// A key path of managed objects, resolved to slots: through to-one relationships to an attribute.
///
/// It reads rows. An override of `value(forKey:)` is called only for properties that are not in the model, or
/// transient.
struct SlotPath {
  /// The attributes that are compared without a conversion.
  enum Kind {
    case integer
    case double
    case date
    case other
  }

  let relationships: [Int]
  let attribute: Int
  let kind: Kind
}

extension PredicateValue {
  /// The value of a row.
  init(_ value: Value) {
    switch value {
    case .none, .reference: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .float(let value): self = .real(Double(value))
    case .decimal(let value): self = .decimal(value)
    case .string(let value): self = .string(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data(value)
    case .uuid(let value): self = .id(value)
    case .url(let value): self = .other(value)
    case .object(let object): self.init((object as? BoxedValue)?.value ?? object)
    }
  }
}
