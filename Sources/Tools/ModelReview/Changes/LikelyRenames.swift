import ManagedModel
import ModelComparison

/// Finds likely renames: pairs of similar removed and added parts, each part in at most one pair, the most similar
/// pairs first.
struct LikelyRenames {
  private(set) var found: [LikelyRename] = []
  private let correspondence: ModelCorrespondence

  /// The similarity below which most pairs are coincidences.
  private static let threshold = 0.6

  /// The number of parts above which nothing is compared, since that takes quadratic time.
  private static let limit = 200

  init(_ correspondence: ModelCorrespondence) {
    self.correspondence = correspondence
    findEntities()
    findProperties()
  }

  private var old: ResolvedModel { correspondence.old }
  private var new: ResolvedModel { correspondence.new }

  private mutating func findEntities() {
    let gone = old.entities.filter { correspondence.newEntity(of: $0.index) == nil }
    let added = new.entities.filter { correspondence.oldEntity(of: $0.index) == nil }
    guard gone.count <= Self.limit, added.count <= Self.limit, !gone.isEmpty, !added.isEmpty else {
      return
    }
    let likeness = EntityLikeness(correspondence)
    var pairs: [LikelyRename] = []
    for source in gone {
      for entity in added {
        let similarity = likeness.between(source, entity)
        guard similarity >= Self.threshold else { continue }
        pairs.append(
          LikelyRename(
            removed: .entity(source.index),
            added: .entity(entity.index),
            similarity: similarity,
            oldName: source.name,
            newName: entity.name,
            oldTitle: source.name,
            newTitle: entity.name
          )
        )
      }
    }
    take(pairs)
  }

  private mutating func findProperties() {
    for entity in new.entities {
      guard let source = correspondence.oldEntity(of: entity.index) else { continue }
      findProperties(of: old.entities[source], entity)
    }
  }

  private mutating func findProperties(of source: ResolvedEntity, _ entity: ResolvedEntity) {
    let gone = source.entity.properties.indices
      .map { PropertyLocation(entity: source.index, property: $0) }
      .filter { !correspondence.continues($0) }
    let added = entity.entity.properties.indices
      .map { PropertyLocation(entity: entity.index, property: $0) }
      .filter { correspondence.source(of: $0) == nil }
    guard gone.count <= Self.limit, added.count <= Self.limit else { return }
    var pairs: [LikelyRename] = []
    // After the others: of equally similar names, one with the same form takes precedence.
    var reshaped: [LikelyRename] = []
    for source in gone {
      for location in added {
        let (before, after) = (old.property(at: source), new.property(at: location))
        guard let similarity = similarity(before, source, after, location),
          similarity >= Self.threshold
        else { continue }
        let rename = LikelyRename(
          removed: .property(source),
          added: .property(location),
          similarity: similarity,
          isAboutOrder: correspondence.keeper(ofRemoved: source) != nil,
          oldName: before.name,
          newName: after.name,
          oldTitle: old.title(of: source),
          newTitle: new.title(of: location)
        )
        if haveSameForm(source, location) {
          pairs.append(rename)
        } else {
          reshaped.append(rename)
        }
      }
    }
    take(pairs + reshaped)
  }

  /// Whether attributes have the same type, or relationships the same destination and cardinality.
  private func haveSameForm(_ source: PropertyLocation, _ location: PropertyLocation) -> Bool {
    switch (old.property(at: source), new.property(at: location)) {
    case (.attribute(let before), .attribute(let after)): return before.type == after.type
    case (.relationship(let before), .relationship(let after)):
      let destination = old.entities[source.entity].ends[source.property].destination
      return before.isToMany == after.isToMany
        && destination.flatMap(correspondence.newEntity(of:))
          == new.entities[location.entity].ends[location.property].destination
    default: return false
    }
  }

  /// The similarity of two properties, or nil if one cannot have become the other.
  private func similarity(
    _ before: Property,
    _ source: PropertyLocation,
    _ after: Property,
    _ location: PropertyLocation
  ) -> Double? {
    guard !before.isTransient, !after.isTransient else { return nil }
    let names = similarity(before.name, after.name, old.entities[source.entity].name)
    switch (before, after) {
    case (.attribute(let before), .attribute(let after)):
      guard before.isDerived == after.isDerived, before.holdsValues(of: after) else { return nil }
      return names
    case (.relationship(let before), .relationship(let after)):
      guard correspondence.keepsDestination(source, location) else { return nil }
      // Connections that the inverse keeps need no identifier, except for their order.
      if correspondence.keeper(ofRemoved: source) != nil {
        guard before.isOrdered, before.isToMany, after.isOrdered, after.isToMany else { return nil }
      }
      let inverses = (
        old.entities[source.entity].ends[source.property].inverse,
        new.entities[location.entity].ends[location.property].inverse
      )
      guard let one = inverses.0, let other = inverses.1 else { return names }
      // A relationship with an unchanged inverse is certainly the same.
      let isSame = correspondence.source(of: other) == one && before.isToMany == after.isToMany
      return isSame ? max(names, 0.8) : names
    default: return nil
    }
  }

  /// The similarity of the names of two properties, ignoring the name of their entity (`id` and `bookID`).
  private func similarity(_ before: String, _ after: String, _ entity: String) -> Double {
    let isQualified =
      NameSimilarity.isQualified(before, by: entity, equalTo: after)
      || NameSimilarity.isQualified(after, by: entity, equalTo: before)
    return max(NameSimilarity.between(before, after), isQualified ? 0.75 : 0)
  }

  private mutating func take(_ pairs: [LikelyRename]) {
    var taken: Set<LikelyRename.Subject> = []
    var given: Set<LikelyRename.Subject> = []
    let sorted = pairs.enumerated().sorted { left, right in
      left.element.similarity == right.element.similarity
        ? left.offset < right.offset : left.element.similarity > right.element.similarity
    }
    for (_, pair) in sorted where !taken.contains(pair.removed) && !given.contains(pair.added) {
      taken.insert(pair.removed)
      given.insert(pair.added)
      found.append(pair)
    }
  }
}

extension Attribute {
  /// Whether the values of one attribute can come from another.
  fileprivate func holdsValues(of other: Self) -> Bool {
    type == other.type || NumberConversion(from: type, to: other.type) != nil
  }
}
