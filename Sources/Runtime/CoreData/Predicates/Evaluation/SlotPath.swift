import Foundation
import ObjectRows
import PredicateFormat

/// A key path of managed objects, resolved to the numbers of properties: through to-one relationships to an
/// attribute.
///
/// It reads rows. An override of `value(forKey:)` is asked only for what is not in the model, or transient.
struct SlotPath {
  private let relationships: [Int]
  private let attribute: Int

  /// The type of the attribute.
  let type: NSAttributeDescription.AttributeType

  /// Resolves a path; nil for one of another form.
  init?(_ components: [PropertyPath.Component], from shape: EntityShape) {
    guard case .key(let last)? = components.last else { return nil }
    var shape = shape
    var relationships: [Int] = []
    for component in components.dropLast() {
      guard case .key(let key) = component, let index = shape.index(of: key),
        shape.slots[index].kind == .toOne, let destination = shape.slots[index].destination
      else { return nil }
      relationships.append(index)
      shape = destination
    }
    guard let index = shape.index(of: last), !shape.slots[index].isTransient,
      case .attribute(let type) = shape.slots[index].kind
    else { return nil }
    self.relationships = relationships
    attribute = index
    self.type = type
  }

  func value(in object: NSManagedObject) -> Value {
    if relationships.isEmpty { return object.storedValue(at: attribute) }
    var object = object
    for index in relationships {
      guard let next = object.relatedObject(at: index) else { return .none }
      object = next
    }
    return object.storedValue(at: attribute)
  }
}

extension NSManagedObject {
  /// The value that the row has for a property.
  fileprivate final func storedValue(at index: Int) -> Value {
    if state.allowsFastAccess, let row { return row.value(at: index) }
    fireFault()
    noteAccess(index)
    return row?.value(at: index) ?? .none
  }
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
