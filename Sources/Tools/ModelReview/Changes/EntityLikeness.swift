import ManagedModel
import ModelComparison

/// The similarity of an entity that is gone and one that is new, by name, by properties and by what leads to them.
struct EntityLikeness {
  private let correspondence: ModelCorrespondence

  /// In how many entities of one version each property is, at most.
  private let frequencies: [String: Int]

  /// The relationships that go on, by the old and the new entity that they lead to.
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

  /// From 0 for strangers to 1 for the same under another name.
  ///
  /// Properties that many entities have, and a few ordinary ones, say little. Inherited ones say nothing.
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
    // Two properties, such as an id and a name, are too few to stand for themselves.
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

  /// The properties that an entity declares itself, by name and type.
  private static func signatures(of entity: ResolvedEntity) -> Set<String> {
    Set(
      entity.entity.properties.map { property in
        let type = property.attribute?.typeName ?? (property.relationship == nil ? "f" : "r")
        return "\(property.name) \(type)"
      }
    )
  }
}
