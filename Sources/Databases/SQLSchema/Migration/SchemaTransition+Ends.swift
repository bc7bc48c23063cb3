import ManagedModel
import ModelComparison

// The two ends of relationships: which objects they may have, and that both agree.

/// A one-to-one relationship of the new version whose ends do not come from one relationship.
struct Pairing {
  /// An end that has connections.
  var end: PropertyLocation

  /// Its inverse, which takes them over.
  var inverse: PropertyLocation

  /// Whether the inverse has connections of its own as well.
  var isMutual: Bool

  /// The pairing seen from the other end.
  var reversed: Self { Self(end: inverse, inverse: end, isMutual: isMutual) }

  /// The title of the step that disconnects objects whose destination does not lead back.
  func titleOfDisconnection(in model: ResolvedModel) -> String {
    "disconnect \(model.title(of: end)) where \(model.title(of: inverse)) does not lead back"
  }
}

/// The end of a relationship that a key refers to.
enum KeyEnd {
  /// The object that the relationship leads from.
  case source
  case destination
}

extension SchemaTransition {
  /// The relationships in join tables that are their own inverses (friends, for example) and were not before.
  var reflections: [(location: PropertyLocation, storage: JoinStorage)] {
    new.model.entities.flatMap { entity in
      entity.entity.properties.indices.compactMap { position in
        let location = PropertyLocation(entity: entity.index, property: position)
        guard new.model.isOwnInverse(location), case .join(let storage) = new[location],
          connectedSources(of: location).contains(where: { !old.model.isOwnInverse($0) })
        else { return nil }
        return (location, storage)
      }
    }
  }

  /// The one-to-one relationships whose ends must be made to agree.
  var pairings: [Pairing] {
    new.model.entities.flatMap { entity in
      entity.entity.properties.indices.compactMap { position in
        pairing(PropertyLocation(entity: entity.index, property: position))
      }
    }
  }

  private func pairing(_ location: PropertyLocation) -> Pairing? {
    guard let inverse = new.model.entities[location.entity].ends[location.property].inverse,
      (location.entity, location.property) <= (inverse.entity, inverse.property),
      case .toOne = new[location], case .toOne = new[inverse]
    else { return nil }
    let sources = connectedSources(of: location).filter { old[$0] != .none }
    let others = connectedSources(of: inverse).filter { old[$0] != .none }
    if sources.count == 1, others.count == 1, areOneToOne(sources[0], others[0]) { return nil }
    if sources.isEmpty, others.isEmpty { return nil }
    return Pairing(
      end: sources.isEmpty ? inverse : location,
      inverse: sources.isEmpty ? location : inverse,
      isMutual: location != inverse && isCarried(location) && isCarried(inverse)
    )
  }

  /// Whether the key of a to-one relationship has values before its inverse gives it any.
  func isCarried(_ location: PropertyLocation) -> Bool {
    guard case .toOne(let storage) = new[location] else { return false }
    return tables[storage.key.table].columns[storage.key.column] != .none
      || connections.contains { $0.new == location }
  }

  /// Whether an object that several could lead to must stay connected to only one of them, and the connections of the
  /// inverse do not ensure that already.
  func disconnectsSharing(_ pairing: Pairing) -> Bool {
    connectedSources(of: pairing.end).contains { source in
      let inverse = old.model.entities[source.entity].ends[source.property].inverse
      return old.model.isShared(source)
        && !connections.contains {
          $0.new == pairing.inverse && $0.old == inverse && narrows($0)
        }
    }
  }

  /// Whether the destination of an object may lead to another one.
  func mayDisagree(_ pairing: Pairing) -> Bool {
    let sources = [pairing.end, pairing.inverse].map { end in
      connectedSources(of: end).filter { old[$0] != .none }
    }
    guard pairing.end == pairing.inverse else {
      return pairing.isMutual && sources.allSatisfy { !$0.isEmpty }
        && correspondence.endsMayConflict(pairing.end)
    }
    return sources[0].contains { !old.model.isOwnInverse($0) }
  }

  /// Whether two old relationships are to-one, and inverses of each other.
  func areOneToOne(_ left: PropertyLocation, _ right: PropertyLocation) -> Bool {
    old.model.entities[left.entity].ends[left.property].inverse == right
      && old.model.property(at: left).relationship?.isToMany == false
      && old.model.property(at: right).relationship?.isToMany == false
  }

  /// Whether a new table has rows after the connections were made.
  func hasRows(inTable table: Int) -> Bool {
    tables[table].source != nil
      || connections.contains { connection in
        guard case .join(let storage) = new[connection.new] else { return false }
        return storage.table == table
      }
  }

  /// The entities whose objects could be at an end of a relationship before, and no longer can.
  ///
  /// - Parameters:
  ///   - end: The end.
  ///   - location: The new relationship.
  /// - Returns: The entities, in the same table as those that are still allowed.
  func strangers(at end: KeyEnd, of location: PropertyLocation) -> [EntityTransition] {
    guard let root = entity(at: end, of: location, in: new.model) else { return [] }
    var known = entities(at: end, ofSourcesOf: location)
    if let inverse = new.model.entities[location.entity].ends[location.property].inverse {
      known.formUnion(entities(at: end.opposite, ofSourcesOf: inverse))
    }
    let family = new.entities[root].familyNumbers
    return tables[new.entities[root].table].entities.filter {
      known.contains($0.old) && !family.contains($0.newNumber)
    }
  }

  /// The old entities at an end of the relationships that a new one continues.
  private func entities(at end: KeyEnd, ofSourcesOf location: PropertyLocation) -> Set<Int> {
    correspondence.sources(of: location).reduce(into: []) { result, source in
      guard let root = entity(at: end, of: source, in: old.model) else { return }
      result.formUnion(old.model.subtree(of: old.model.entities[root]).map(\.index))
    }
  }

  private func entity(
    at end: KeyEnd,
    of location: PropertyLocation,
    in model: ResolvedModel
  ) -> Int? {
    switch end {
    case .source: location.entity
    case .destination: model.entities[location.entity].ends[location.property].destination
    }
  }
}

extension KeyEnd {
  var opposite: Self { self == .source ? .destination : .source }
}

extension ColumnOrigin {
  /// A relationship whose key a column holds, the end that the key leads to, and whether the column is in a join
  /// table.
  typealias Key = (relationship: PropertyLocation, end: KeyEnd, isJoin: Bool)

  /// The key that the column holds; nil for other columns.
  var key: Key? {
    switch self {
    case .foreignKey(let location): (location, .destination, false)
    case .ownerKey(let location): (location, .source, false)
    case .joinKey(let location): (location, .destination, true)
    case .joinSource(let location): (location, .source, true)
    default: nil
    }
  }
}
