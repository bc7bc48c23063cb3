/// An entity with its place in the tree of entities and the ends of its relationships.
package struct ResolvedEntity: Sendable {
  /// The entity's index in its model.
  package let index: Int

  /// The entity as the model describes it.
  package let entity: Entity

  /// The parent's index, or nil for a root and for an entity whose parent is unknown.
  package let parent: Int?

  /// The root of the entity's tree; its own index for a root.
  package let root: Int

  /// The direct subentities in the order of the model.
  package let children: [Int]

  /// The destinations of the relationships, by the position of the relationship in ``Entity/properties``.
  ///
  /// Properties that are not relationships have ``RelationshipEnds/none``.
  package let ends: [RelationshipEnds]

  private let positions: [String: Int]

  init(
    index: Int,
    entity: Entity,
    positions: [String: Int],
    inheritance: Inheritance,
    ends: [RelationshipEnds]
  ) {
    self.index = index
    self.entity = entity
    self.positions = positions
    self.ends = ends
    parent = inheritance.parents[index]
    root = inheritance.roots[index]
    children = inheritance.children[index]
  }

  package var name: String { entity.name }

  /// The position of the entity's own property of the given name.
  package func position(of property: String) -> Int? {
    positions[property]
  }

  /// Whether no two properties have the same name.
  var hasDistinctNames: Bool { positions.count == entity.properties.count }
}

/// The entity that a relationship leads to, and the relationship that leads back.
package struct RelationshipEnds: Sendable, Hashable {
  /// The index of the destination entity.
  package var destination: Int?

  /// The declaration of the inverse: in the destination or in one of its ancestors.
  package var inverse: PropertyLocation?

  package static let none = RelationshipEnds(destination: nil, inverse: nil)
}
