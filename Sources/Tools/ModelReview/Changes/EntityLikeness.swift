import ManagedModel
import ModelComparison

/// The similarity of a removed and an added entity, by name, properties and references.
struct EntityLikeness {
  private let correspondence: ModelCorrespondence

  /// The number of entities with each property, the maximum of both versions.
  private let frequencies: [String: Int]

  /// The relationships that continue, by their old and their new destination.
  private let references: Set<Ends>

  private struct Ends: Hashable {
    var old: Int
    var new: Int
  }

  init(_ correspondence: ModelCorrespondence) {
    self.correspondence = correspondence
    var frequencies: [String: Int] = [:]
    for model in [correspondence.old, correspondence.new] {
      var counts: [String: Int] = [:]
      for entity in model.entities {
        for signature in Self.signatures(of: entity) { counts[signature, default: 0] += 1 }
      }
      frequencies.merge(counts, uniquingKeysWith: max)
    }
    self.frequencies = frequencies
    references = Self.references(correspondence)
  }

  /// Returns the similarity, from 0 for no resemblance to 1 for a renamed entity.
  ///
  /// Properties that many entities have, and a few common ones, count little. Inherited ones do not count.
  func between(_ source: ResolvedEntity, _ entity: ResolvedEntity) -> Double {
    let (one, other) = (Self.signatures(of: source), Self.signatures(of: entity))
    let slips = NameSimilarity.bySlips(source.name, entity.name)
    let isLedTo = references.contains(Ends(old: source.index, new: entity.index))
    guard !one.isEmpty, !other.isEmpty else {
      let isLike = one.isEmpty && other.isEmpty && hasSameParent(source, entity) && slips >= 0.75
      return isLike || (isLedTo && slips >= 0.6) ? slips : 0
    }
    let names = NameSimilarity.between(source.name, entity.name)
    let shared = one.intersection(other)
    // Summed in a fixed order, so that the result is the same in each run.
    let weights = shared.map { 1 / Double(frequencies[$0] ?? 1) }.sorted()
    let weight = weights.reduce(0, +)
    let share = Double(shared.count) / Double(one.union(other).count)
    let evidence = share * weight / (weight + 1)
    // Two properties, such as an id and a name, are too few to count alone.
    let content = shared.count > 2 ? evidence : min(evidence, 0.5)
    if shared.isEmpty { return isLedTo ? names * 0.8 : slips * 0.7 }
    return min(max(content, names * 0.6 + evidence * 0.4) + (isLedTo ? 0.2 : 0), 1)
  }

  private func hasSameParent(_ source: ResolvedEntity, _ entity: ResolvedEntity) -> Bool {
    source.parent.flatMap(correspondence.newEntity(of:)) == entity.parent
      && (source.parent == nil) == (entity.parent == nil)
  }

  private static func references(_ correspondence: ModelCorrespondence) -> Set<Ends> {
    var result: Set<Ends> = []
    for entity in correspondence.new.entities {
      for position in entity.ends.indices {
        let location = PropertyLocation(entity: entity.index, property: position)
        guard let after = entity.ends[position].destination,
          let source = correspondence.source(of: location),
          let before = correspondence.old.entities[source.entity].ends[source.property].destination
        else { continue }
        result.insert(Ends(old: before, new: after))
      }
    }
    return result
  }

  /// The properties that an entity itself declares, by name and type.
  private static func signatures(of entity: ResolvedEntity) -> Set<String> {
    Set(
      entity.entity.properties.map { property in
        let type = property.attribute?.typeName ?? (property.relationship == nil ? "f" : "r")
        return "\(property.name) \(type)"
      }
    )
  }
}
