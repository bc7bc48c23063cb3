import Foundation
import PredicateFormat

/// The end of a key path in a model.
struct ModelPath {
  /// The end of a path.
  enum End {
    case object(EntityShape)
    case attribute(NSAttributeDescription)
    /// The result of `@count` or a similar operator, or a property of an object that is not in the model.
    case value
  }

  private(set) var end: End

  /// Whether the path has a to-many relationship, so that there may be several ends.
  private(set) var isToMany = false

  /// The keys that every object has besides its properties.
  static let keysOfObjects: Set<String> = ["self", "SELF", "objectID", "entity"]

  /// Follows a path; throws Core Data's error for an invalid one.
  init(_ components: [PropertyPath.Component], from shape: EntityShape) throws {
    end = .object(shape)
    for (index, component) in components.enumerated() {
      switch component {
      case .argument: throw Self.failure(components, shape, "an argument for %K is missing")
      case .collectionOperator:
        // The result of an operator is one value; the keys after it select the values.
        _ = try ModelPath(Array(components[..<index]) + components[(index + 1)...], from: shape)
        end = .value
        isToMany = false
        return
      case .key(let key):
        guard try follow(key) else {
          throw Self.failure(components, shape)
        }
      }
    }
  }

  init(keyPath: String, from shape: EntityShape) throws {
    try self.init(PropertyPath.Component.components(of: keyPath), from: shape)
  }

  /// Follows a key, and returns whether it exists.
  private mutating func follow(_ key: String) throws -> Bool {
    switch end {
    case .value: return true
    case .attribute(let attribute):
      if let composite = attribute as? NSCompositeAttributeDescription {
        guard let member = composite.elements.first(where: { $0.name == key }) else { return false }
        end = .attribute(member)
      } else {
        // Values may have properties of their own, such as `length`.
        end = .value
      }
    case .object(let shape):
      guard let index = shape.index(of: key) else {
        if key == "entity" { end = .value }
        return Self.keysOfObjects.contains(key)
      }
      switch shape.slots[index].kind {
      case .attribute:
        end = (shape.properties[index] as? NSAttributeDescription).map(End.attribute) ?? .value
      case .toOne, .toMany:
        if shape.slots[index].kind != .toOne { isToMany = true }
        guard let destination = shape.slots[index].destination else { return false }
        end = .object(destination)
      case .fetched, .other:
        isToMany = true
        end = .value
      }
    }
    return true
  }

  private static func failure(
    _ components: [PropertyPath.Component],
    _ shape: EntityShape,
    _ why: String? = nil
  ) -> NSError {
    let path = PropertyPath(components).dottedKeys ?? "?"
    return StoreFailure.error(
      NSCoreDataError,
      why ?? "keypath \(path) not found in entity \(shape.name)"
    )
  }
}
