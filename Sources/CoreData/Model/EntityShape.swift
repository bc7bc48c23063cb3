import Foundation

/// What an entity of a model in use looks like: a number for each of its properties, and what is to be
/// known of each.
///
/// Objects keep their values by these numbers. A property has the same number in all subentities of the
/// entity that declares it. A shape never changes, and lives as long as its entity.
final class EntityShape: @unchecked Sendable {
  /// What a property is.
  enum Kind: Sendable, Hashable {
    case attribute(NSAttributeDescription.AttributeType)
    case toOne
    case toMany(ordered: Bool)
    case fetched
    /// A property of a kind that a program made itself.
    case other
  }

  /// What is to be known of a property when an object is used.
  struct Slot {
    let name: String
    let kind: Kind
    let isTransient: Bool
    let isOptional: Bool
    let deleteRule: NSDeleteRule

    /// The shape of the entity to which a relationship leads.
    fileprivate(set) unowned(safe) var destination: EntityShape?

    /// The number of the inverse relationship in the destination and in all of its subentities.
    fileprivate(set) var inverse: Int?
  }

  /// The entity; whoever keeps a shape keeps the entity as well.
  unowned let entity: NSEntityDescription

  /// The place of the entity among those of the model, by the code points of their names: 1, 2, ….
  let number: Int
  let name: String
  let isAbstract: Bool
  let parent: EntityShape?

  /// All properties, the inherited ones first, by their numbers.
  let properties: [NSPropertyDescription]
  fileprivate(set) var slots: [Slot]
  let indexByName: [String: Int]

  init(
    entity: NSEntityDescription,
    number: Int,
    parent: EntityShape?,
    properties: [NSPropertyDescription]
  ) {
    self.entity = entity
    self.number = number
    self.parent = parent
    self.properties = properties
    name = entity.name ?? ""
    isAbstract = entity.isAbstract
    slots = []
    indexByName = [:]
  }
}
