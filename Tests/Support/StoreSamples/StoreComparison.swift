import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema

/// Compares the contents of two stores, property by property.
package struct StoreComparison {
  let correspondence: ModelCorrespondence
  let before: StoreContent
  let after: StoreContent
  let old: SQLiteSchema
  let new: SQLiteSchema

  package init(
    _ correspondence: ModelCorrespondence,
    before: StoreContent,
    after: StoreContent,
    old: SQLiteSchema,
    new: SQLiteSchema
  ) {
    self.correspondence = correspondence
    self.before = before
    self.after = after
    self.old = old
    self.new = new
  }

  package func differences() -> [String] {
    // Objects of merged hierarchies are not migrated, and Core Data would refuse.
    guard
      !correspondence.obstacles.contains(where: {
        if case .joinedHierarchies = $0 { true } else { false }
      })
    else { return [] }
    let hasLeft = correspondence.old.entities.contains {
      correspondence.newEntity(of: $0.index) == nil
    }
    // If entities move within their trees, objects lose inherited values, and relationships to objects that are now
    // in another table may be lost.
    let isRearranged = correspondence.new.entities.contains { entity in
      guard let source = correspondence.oldEntity(of: entity.index) else { return false }
      let parent = correspondence.old.entities[source].parent
      return parent.flatMap { correspondence.newEntity(of: $0) } != entity.parent
    }
    var result: [String] = []
    for entity in correspondence.new.entities {
      guard let source = correspondence.oldEntity(of: entity.index) else { continue }
      for location in correspondence.new.allProperties(of: entity) {
        guard let earlier = correspondence.source(of: location, in: entity.index) else { continue }
        let new = correspondence.new.property(at: location)
        let old = correspondence.old.property(at: earlier)
        let key = StoreContent.Property(entity: entity.name, name: new.name)
        let oldKey = StoreContent.Property(
          entity: correspondence.old.entities[source].name,
          name: old.name
        )
        if let attribute = new.attribute, attribute.type == old.attribute?.type,
          !attribute.isDerived, let was = before.values[oldKey], let now = after.values[key],
          was.filter({ $0.value != .null }) != now.filter({ was[$0.key] != .null })
        {
          result.append("\(key.entity).\(key.name): \(was) became \(now)")
        }
        guard !hasLeft, correspondence.keepsDestination(earlier, location),
          let was = before.pairs[oldKey], let now = after.pairs[key]
        else { continue }
        // Both ends of a one-to-one relationship have a foreign key, and the filling does not make them consistent.
        guard !isOneToOne(earlier) else { continue }
        let isNarrowed = isRearranged || narrowed(earlier, location)
        if isNarrowed ? !now.isSubset(of: was) : was != now {
          result.append("\(key.entity).\(key.name): \(was) became \(now)")
        }
      }
    }
    return result
  }

  /// Whether the new relationship or its inverse has a lower maximum count than the old one.
  private func narrowed(_ source: PropertyLocation, _ location: PropertyLocation) -> Bool {
    func shape(_ model: ResolvedModel, _ location: PropertyLocation) -> [Bool] {
      let isToMany = model.property(at: location).relationship?.isToMany ?? false
      let inverse = model.entities[location.entity].ends[location.property].inverse
      // Without an inverse, a to-many relationship has each object once, and a to-one relationship may share.
      let back = inverse.flatMap { model.property(at: $0).relationship?.isToMany } ?? !isToMany
      return [isToMany, back]
    }
    let before = shape(correspondence.old, source)
    let after = shape(correspondence.new, location)
    return before != after
  }

  private func isOneToOne(_ location: PropertyLocation) -> Bool {
    let model = correspondence.old
    let inverse = model.entities[location.entity].ends[location.property].inverse
    return model.property(at: location).relationship?.isToMany == false
      && inverse.flatMap { model.property(at: $0).relationship?.isToMany } == false
  }
}
