import Diagnostics
import ManagedModel

/// Works out a ``StoragePlan``: first how each property is stored, then the columns and join tables that
/// this takes.
struct StoragePlanner {
  private let model: ResolvedModel
  private let numbering: EntityNumbering
  let declarations: Declarations
  private(set) var storages: [[PlannedStorage]]
  private(set) var issues: [SchemaIssue] = []

  init(model: ResolvedModel, numbering: EntityNumbering) {
    self.model = model
    self.numbering = numbering
    declarations = Declarations(model: model, numbering: numbering)
    storages = model.entities.map { Array(repeating: .none, count: $0.entity.properties.count) }
  }

  mutating func plan() -> [PlannedTree] {
    for index in numbering.entities { decideStorage(ofPropertiesOf: index) }
    var trees = emptyTrees()
    var positions: [Int: Int] = [:]
    for (position, tree) in trees.enumerated() { positions[tree.root] = position }
    let joins = joinsByOwner()
    for index in numbering.entities {
      guard let position = positions[model.entities[index].root] else { continue }
      trees[position].columns.append(contentsOf: ownColumns(of: index))
      trees[position].joins.append(contentsOf: joins[index] ?? [])
    }
    for index in numbering.entities {
      for (root, column) in lateColumns(for: index) {
        guard let position = positions[root] else { continue }
        trees[position].columns.append(column)
      }
    }
    return trees
  }

  private func emptyTrees() -> [PlannedTree] {
    var trees: [PlannedTree] = []
    for index in numbering.entities {
      if model.entities[index].parent == nil {
        trees.append(PlannedTree(root: index, members: [index]))
      } else if !trees.isEmpty {
        trees[trees.count - 1].members.append(index)
      }
    }
    return trees
  }
}

// MARK: - How each property is stored

extension StoragePlanner {
  private mutating func decideStorage(ofPropertiesOf index: Int) {
    for (position, property) in model.entities[index].entity.properties.enumerated() {
      let location = PropertyLocation(entity: index, property: position)
      let declared = declarations[location]
      // The ancestor that declares it comes first in the order of numbers.
      storages[index][position] =
        declared == location
        ? storage(of: property, at: location) : storages[declared.entity][declared.property]
    }
  }

  private mutating func storage(
    of property: Property,
    at location: PropertyLocation
  ) -> PlannedStorage {
    guard !property.isTransient else { return .none }
    switch property {
    case .fetchedProperty: return .none
    case .attribute(let attribute): return storage(of: attribute, at: location)
    case .relationship(let relationship): return storage(of: relationship, at: location)
    }
  }

  private mutating func storage(
    of attribute: Attribute,
    at location: PropertyLocation
  ) -> PlannedStorage {
    switch attribute.type {
    case .undefined:
      report(.warning, "untyped-attribute", "has no type, so it is not stored", at: location)
      return .none
    case .composite:
      do {
        return .composite(try CompositeMembers.members(of: attribute, in: model))
      } catch {
        report(.error, "unusable-composite", error.explanation, at: location)
        return .none
      }
    default: return .attribute
    }
  }

  private mutating func storage(
    of relationship: Relationship,
    at location: PropertyLocation
  ) -> PlannedStorage {
    let ends = model.entities[location.entity].ends[location.property]
    guard ends.destination != nil else {
      report(.error, "unknown-destination", "leads to no entity of the model", at: location)
      return .none
    }
    guard relationship.isToMany else { return .toOne }
    guard let inverse = ends.inverse.map({ declarations[$0] }),
      let back = model.property(at: inverse).relationship, !back.isTransient,
      isStoredInverse(inverse, of: location, isToMany: back.isToMany)
    else { return .ownerKey }
    return back.isToMany ? .join(join(of: location, and: inverse)) : .inverseKey(inverse)
  }

  /// Whether a relationship can hold what its inverse says.
  ///
  /// An inverse that leads on to a third relationship is none, or one of the two would be lost.
  private func isStoredInverse(
    _ inverse: PropertyLocation,
    of location: PropertyLocation,
    isToMany: Bool
  ) -> Bool {
    let ends = model.entities[inverse.entity].ends[inverse.property]
    guard ends.destination != nil else { return false }
    guard let back = ends.inverse else { return !isToMany }
    return declarations[back] == location
  }

  /// Both ends name the same join: the owner is the end of the entity with the lower number, and of two
  /// ends in one entity that with the lesser name.
  private func join(of location: PropertyLocation, and inverse: PropertyLocation) -> PlannedJoin {
    let numbers = (
      numbering.number(of: location.entity), numbering.number(of: inverse.entity)
    )
    let isOwner =
      numbers.0 == numbers.1
      ? !model.property(at: inverse).name.precedesByCodePoint(model.property(at: location).name)
      : numbers.0 < numbers.1
    return isOwner
      ? PlannedJoin(owner: location, inverse: inverse)
      : PlannedJoin(owner: inverse, inverse: location)
  }

  private mutating func report(
    _ severity: Severity,
    _ rule: String,
    _ fault: String,
    at location: PropertyLocation
  ) {
    let property = model.property(at: location)
    issues.append(
      SchemaIssue(
        severity,
        rule: rule,
        "\(property.kindName) '\(model.title(of: location))' \(fault)",
        at: .property(location)
      )
    )
  }
}

extension CompositeMembers.Failure {
  fileprivate var explanation: String {
    switch self {
    case .unknownComposite(let name): "has the unknown composite '\(name)' as its type"
    case .cycle(let name): "has the composite '\(name)' as its type, which contains itself"
    case .tooManyMembers: "has too many members to be stored"
    }
  }
}

// MARK: - Columns and join tables

extension StoragePlanner {
  /// The properties that an entity is the first to declare, by name.
  private func declaredProperties(of index: Int) -> [(PropertyLocation, Property)] {
    model.entities[index].entity.properties.indices
      .map { PropertyLocation(entity: index, property: $0) }
      .filter { declarations.isFirst($0) }
      .sorted { $0.precedes($1, in: model) }
      .map { ($0, model.property(at: $0)) }
  }

  /// Attributes, then to-one relationships.
  private func ownColumns(of index: Int) -> [PlannedColumn] {
    var attributes: [PlannedColumn] = []
    var keys: [PlannedColumn] = []
    for (location, property) in declaredProperties(of: index) {
      switch storages[location.entity][location.property] {
      case .attribute:
        guard let type = property.attribute?.type else { continue }
        attributes.append(PlannedColumn(.attribute(location), .attribute(type)))
      case .composite(let members):
        for member in members {
          attributes.append(
            PlannedColumn(
              .compositeMember(location, path: member.path),
              .attribute(member.type)
            )
          )
        }
      case .toOne:
        keys.append(PlannedColumn(.foreignKey(location), .key))
        if destinationHasSubentities(location) {
          keys.append(PlannedColumn(.destinationEntity(location), .entityNumber))
        }
      case .none, .inverseKey, .ownerKey, .join: continue
      }
    }
    return attributes + keys
  }

  private func destinationHasSubentities(_ location: PropertyLocation) -> Bool {
    guard let destination = model.entities[location.entity].ends[location.property].destination
    else { return false }
    return !model.entities[destination].children.isEmpty
  }

  /// The columns that an entity's to-many relationships need in the tables of their destinations, each
  /// with the root of the destination's tree.
  private func lateColumns(for index: Int) -> [(root: Int, column: PlannedColumn)] {
    var result: [(root: Int, column: PlannedColumn)] = []
    for (location, property) in declaredProperties(of: index) {
      guard let relationship = property.relationship else { continue }
      switch storages[location.entity][location.property] {
      case .ownerKey:
        guard let end = model.entities[index].ends[location.property].destination else { continue }
        let root = model.entities[end].root
        result.append((root, PlannedColumn(.ownerKey(location), .key)))
        if relationship.isOrdered {
          result.append((root, PlannedColumn(.orderingKey(location), .orderingKey)))
        }
      case .inverseKey(let inverse) where relationship.isOrdered:
        let root = model.entities[inverse.entity].root
        result.append((root, PlannedColumn(.orderingKey(location), .orderingKey)))
      default: continue
      }
    }
    return result
  }

  /// The distinct joins by the entities of their owners; each list is in the order of the owners' names.
  private func joinsByOwner() -> [Int: [PlannedJoin]] {
    var seen: Set<PlannedJoin> = []
    for storage in storages.joined() {
      if case .join(let join) = storage { seen.insert(join) }
    }
    return Dictionary(grouping: seen, by: \.owner.entity).mapValues { joins in
      joins.sorted { left, right in
        left.owner == right.owner
          ? left.inverse.precedes(right.inverse, in: model)
          : left.owner.precedes(right.owner, in: model)
      }
    }
  }
}

extension PropertyLocation {
  /// Whether the property stands before another one by name, then by place.
  fileprivate func precedes(_ other: Self, in model: ResolvedModel) -> Bool {
    let name = model.property(at: self).name
    let otherName = model.property(at: other).name
    guard name.utf8.elementsEqual(otherName.utf8) else {
      return name.precedesByCodePoint(otherName)
    }
    return (entity, property) < (other.entity, other.property)
  }
}
