import ManagedModel
import SQLSchema

/// Something that is gone and something that is new, which look like one thing with a new name.
///
/// Without a renaming identifier Core Data deletes the one and adds the other: the commonest way to lose
/// data without a word.
package struct LikelyRename: Sendable, Hashable {
  package var removed: Subject
  package var added: Subject

  /// From 0 to 1.
  package var similarity: Double

  /// The names alone, and what reports call the two.
  package var oldName: String
  package var newName: String
  package var oldTitle: String
  package var newTitle: String

  /// A part of one of the versions.
  package enum Subject: Sendable, Hashable {
    case entity(Int)
    case property(PropertyLocation)
  }
}

extension LikelyRename {
  /// What is to be said while the model does not say that it is a rename.
  var judgement: Judgement {
    Judgement(
      .dataLoss,
      "the model does not say that it was \(oldTitle), whose data Core Data deletes",
      advice: "set elementID=\"\(oldName)\" on \(newTitle)"
    )
  }

  /// The new version with the renaming identifier that makes it a rename.
  package func applied(to model: Model) -> Model {
    var model = model
    switch added {
    case .entity(let index):
      guard model.entities.indices.contains(index) else { return model }
      model.entities[index].renamingIdentifier = oldName
    case .property(let location):
      guard model.entities.indices.contains(location.entity),
        model.entities[location.entity].properties.indices.contains(location.property)
      else { return model }
      model.entities[location.entity].properties[location.property]
        .setRenamingIdentifier(oldName)
    }
    return model
  }
}

extension Property {
  fileprivate mutating func setRenamingIdentifier(_ name: String) {
    switch self {
    case .attribute(var attribute):
      attribute.renamingIdentifier = name
      self = .attribute(attribute)
    case .relationship(var relationship):
      relationship.renamingIdentifier = name
      self = .relationship(relationship)
    case .fetchedProperty: return
    }
  }
}

/// Finds likely renames: pairs of something removed and something added that are alike enough, each part
/// of at most one pair, the likest pairs first.
struct LikelyRenames {
  private(set) var found: [LikelyRename] = []
  private let correspondence: ModelCorrespondence

  /// Of what is less alike than this, more is chance than rename.
  private static let threshold = 0.6

  /// Comparing everything with everything takes the square of what there is; so much is no rename.
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
    guard gone.count <= Self.limit, added.count <= Self.limit else { return }
    var pairs: [LikelyRename] = []
    for source in gone {
      for entity in added {
        let shared = Self.sharedProperties(source.entity, entity.entity)
        let names = NameSimilarity.between(source.name, entity.name)
        // Names alone say little about entities, and contents say much.
        let similarity =
          shared.count == 0 ? names * 0.8 : max(shared.share, names * 0.6 + shared.share * 0.4)
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

  /// How many properties two entities have in common, and what share of all that is.
  private static func sharedProperties(
    _ left: Entity,
    _ right: Entity
  ) -> (count: Int, share: Double) {
    func signatures(_ entity: Entity) -> Set<String> {
      Set(
        entity.properties.map { property in
          let type = property.attribute?.typeName ?? (property.relationship == nil ? "f" : "r")
          return "\(property.name) \(type)"
        }
      )
    }
    let (one, other) = (signatures(left), signatures(right))
    let all = one.union(other).count
    let shared = one.intersection(other).count
    return (shared, all == 0 ? 0 : Double(shared) / Double(all))
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
    for source in gone {
      for location in added {
        let (before, after) = (old.property(at: source), new.property(at: location))
        guard let similarity = similarity(before, source, after, location),
          similarity >= Self.threshold
        else { continue }
        pairs.append(
          LikelyRename(
            removed: .property(source),
            added: .property(location),
            similarity: similarity,
            oldName: before.name,
            newName: after.name,
            oldTitle: old.title(of: source),
            newTitle: new.title(of: location)
          )
        )
      }
    }
    take(pairs)
  }

  /// How alike two properties are, or nil if one cannot have become the other.
  private func similarity(
    _ before: Property,
    _ source: PropertyLocation,
    _ after: Property,
    _ location: PropertyLocation
  ) -> Double? {
    guard !before.isTransient, !after.isTransient else { return nil }
    let names = NameSimilarity.between(before.name, after.name)
    switch (before, after) {
    case (.attribute(let before), .attribute(let after)):
      guard before.type == after.type, before.isDerived == after.isDerived else { return nil }
      return names
    case (.relationship(let before), .relationship(let after)):
      guard before.isToMany == after.isToMany,
        correspondence.keepsDestination(source, location)
      else { return nil }
      let inverses = (
        old.entities[source.entity].ends[source.property].inverse,
        new.entities[location.entity].ends[location.property].inverse
      )
      guard let one = inverses.0, let other = inverses.1 else { return names }
      // A relationship whose inverse stays the same says clearly what it was.
      return correspondence.source(of: other) == one ? max(names, 0.8) : names
    default: return nil
    }
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
