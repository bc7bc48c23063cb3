import Foundation
import ManagedModel
import ObjectRows
import SQLStore

extension StoreEntity {
  /// Creates the entity of a shape.
  convenience init(_ shape: EntityShape) {
    self.init(
      name: shape.name,
      number: shape.number,
      layout: shape.rowLayout,
      properties: shape.slots.indices.map { StoreProperty(shape.slots[$0], shape.properties[$0]) },
      constraints: EntityConstraint.all(of: shape),
      transientValues: shape.transientDefaults
    )
  }
}

extension StoreProperty {
  fileprivate init(_ slot: PropertyShape, _ property: NSPropertyDescription) {
    let attribute = property as? NSAttributeDescription
    self.init(
      slot.name,
      slot.kind.stored,
      isTransient: slot.isTransient,
      isOptional: slot.isOptional,
      deleteRule: DeleteRule(rawValue: Int(slot.deleteRule.rawValue)) ?? .noAction,
      destination: slot.destination?.number,
      inverse: slot.inverse,
      isKeptOnDeletion: attribute?.preservesValueInHistoryOnDeletion ?? false,
      coding: slot.isTransient ? nil : attribute.flatMap(BoxCoding.init)
    )
  }
}

extension PropertyShape.Kind {
  fileprivate var stored: StoreProperty.Kind {
    switch self {
    case .attribute: .attribute
    case .toOne: .toOne
    case .toMany: .toMany
    case .fetched, .other: .other
    }
  }
}

extension BoxCoding {
  /// Creates the coding of an attribute's values; nil if the model states their type.
  fileprivate init?(_ attribute: NSAttributeDescription) {
    switch attribute {
    case let composite as NSCompositeAttributeDescription:
      self = .members(CompositeCoding(composite))
    case _ where attribute.type == .transformable:
      self = .bytes(TransformableBytes(attribute))
    default: return nil
    }
  }
}

/// Stores values of a transformable attribute.
private struct TransformableBytes: BytesCoding, @unchecked Sendable {
  // The classes of the coding are immutable.

  private let coding: TransformableCoding

  init(_ attribute: NSAttributeDescription) {
    coding = TransformableCoding(attribute)
  }

  func bytes(of box: BoxedValue) throws -> Data? { try coding.data(of: box.value) }

  func box(of bytes: Data) -> BoxedValue? {
    // A value of a class that this program lacks reads as nil, and stays in the store.
    let value = (try? coding.value(of: bytes)) as Any?
    return BoxedValue(value ?? (coding.keepsUnreadableValues ? UnreadableValue(bytes) : nil))
  }
}

/// Stores composite values, which are dictionaries in memory.
private struct CompositeCoding: MemberCoding, @unchecked Sendable {
  // The description belongs to a model in use, and is immutable.

  private let composite: NSCompositeAttributeDescription

  init(_ composite: NSCompositeAttributeDescription) {
    self.composite = composite
  }

  func value(at path: [String], in box: BoxedValue) -> Value {
    guard let values = box.value as? [String: Any],
      let attribute = composite.member(at: path),
      let member = Self.member(of: values, at: path[...])
    else { return .none }
    return Value(member, for: attribute.type) ?? .none
  }

  private static func member(of values: [String: Any], at path: ArraySlice<String>) -> Any? {
    guard let name = path.first, let value = values[name], !(value is NSNull) else { return nil }
    if path.count == 1 { return value }
    return (value as? [String: Any]).flatMap { member(of: $0, at: path.dropFirst()) }
  }

  func box(_ members: [(path: [String], value: Value)]) -> BoxedValue? {
    var values = CompositeValues()
    for (path, value) in members {
      if let object = value.object { values.set(object, at: path[...]) }
    }
    return values.entries.isEmpty ? nil : BoxedValue(values.entries)
  }

  func coding(at path: [String]) -> (any BytesCoding)? {
    composite.member(at: path).flatMap {
      $0.type == .transformable ? TransformableBytes($0) : nil
    }
  }
}

/// The values of a composite, by the names of its members.
private struct CompositeValues {
  private(set) var entries: [String: Any] = [:]

  mutating func set(_ value: Any, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      entries[name] = value
    } else {
      var inner = CompositeValues()
      inner.entries = entries[name] as? [String: Any] ?? [:]
      inner.set(value, at: path.dropFirst())
      entries[name] = inner.entries
    }
  }
}

extension NSCompositeAttributeDescription {
  /// The member at a path of names.
  fileprivate func member(at path: [String]) -> NSAttributeDescription? {
    var elements = self.elements
    var found: NSAttributeDescription?
    for name in path {
      guard let element = elements.first(where: { $0.name == name }) else { return nil }
      found = element
      elements = (element as? NSCompositeAttributeDescription)?.elements ?? []
    }
    return found
  }
}
