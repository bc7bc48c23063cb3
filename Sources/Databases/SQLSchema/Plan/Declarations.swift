import ManagedModel

/// The choice among declarations of a property that an entity redeclares.
///
/// Compiled models and model caches may repeat inherited properties in subentities; the stored property is the
/// ancestor's.
struct Declarations: Sendable {
  private var effective: [[PropertyLocation]]

  init(model: ResolvedModel, numbering: EntityNumbering) {
    effective = model.entities.map { entity in
      entity.entity.properties.indices.map {
        PropertyLocation(entity: entity.index, property: $0)
      }
    }
    // In the order of numbers ancestors come first.
    for index in numbering.entities {
      guard let parent = model.entities[index].parent else { continue }
      for (position, property) in model.entities[index].entity.properties.enumerated() {
        guard let inherited = model.locate(property.name, in: model.entities[parent]),
          Self.isSameStorage(model.property(at: inherited), property)
        else { continue }
        effective[index][position] = effective[inherited.entity][inherited.property]
      }
    }
  }

  subscript(location: PropertyLocation) -> PropertyLocation {
    effective[location.entity][location.property]
  }

  /// Whether the location is the first declaration of its property.
  func isFirst(_ location: PropertyLocation) -> Bool {
    self[location] == location
  }

  private static func isSameStorage(_ inherited: Property, _ own: Property) -> Bool {
    switch (inherited, own) {
    case (.attribute(let inherited), .attribute):
      !inherited.isTransient && inherited.type != .undefined
    case (.relationship(let inherited), .relationship(let own)):
      !inherited.isTransient && inherited.isToMany == own.isToMany
    default: false
    }
  }
}
