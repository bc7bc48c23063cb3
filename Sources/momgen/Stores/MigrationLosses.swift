import ManagedModel
import SQLSchema
import StoreMigration

/// What a migration leaves behind, by the old names.
struct MigrationLosses {
  let outline: MigrationOutline

  /// Each loss as a sentence without a final full stop.
  var sentences: [String] {
    let named = objects + values + connections
    guard named.isEmpty else { return named }
    // A step says so, and nobody knows what it is.
    return outline.plan.steps.filter { $0.cautions.contains(.losesData) }
      .map { "values or objects are lost: \($0.title)" }
  }

  private var model: ResolvedModel { outline.old.mapping.model }

  private var correspondence: ModelCorrespondence { outline.correspondence }

  /// Entities that are gone; their descendants that are not keep their objects.
  private var objects: [String] {
    model.entities.filter { correspondence.newEntity(of: $0.index) == nil && !$0.entity.isAbstract }
      .map { "the objects of \($0.name) are lost" }
  }

  /// Properties that are gone from entities that go on.
  private var values: [String] {
    stored.filter { location in
      guard !correspondence.continues(location) else { return false }
      // The other end of a relationship holds the same.
      guard let inverse = inverse(of: location) else { return true }
      return !correspondence.continues(inverse) && isNamed(location, before: inverse)
    }.map { location in
      let isRelationship = model.property(at: location).relationship != nil
      return
        "the \(isRelationship ? "connections" : "values") of \(model.title(of: location)) are lost"
    }
  }

  /// To-many relationships that become to-one, and shared objects that belong to one from now on.
  private var connections: [String] {
    outline.plan.steps.filter { $0.kind == .connect && $0.cautions.contains(.losesData) }
      .map { "of several objects that are connected only one stays so: \($0.title)" }
  }

  /// The properties of entities that go on, where they are declared, that are in columns or tables.
  private var stored: [PropertyLocation] {
    model.entities.flatMap { entity -> [PropertyLocation] in
      let goesOn = model.subtree(of: entity).contains {
        correspondence.newEntity(of: $0.index) != nil
      }
      guard goesOn else { return [] }
      return entity.entity.properties.indices.compactMap { position in
        let location = PropertyLocation(entity: entity.index, property: position)
        let property = model.property(at: location)
        guard outline.old.mapping[location] != .none, property.attribute?.isDerived != true else {
          return nil
        }
        return location
      }
    }
  }

  private func inverse(of location: PropertyLocation) -> PropertyLocation? {
    model.entities[location.entity].ends[location.property].inverse
  }

  /// Of two ends that are both gone, one is enough.
  private func isNamed(_ location: PropertyLocation, before other: PropertyLocation) -> Bool {
    (location.entity, location.property) <= (other.entity, other.property)
      || correspondence.newEntity(of: other.entity) == nil
  }
}
