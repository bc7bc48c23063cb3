import Diagnostics
import ManagedModel

/// Decides how each property of a model is stored.
struct StorageDecision {
  /// The storages by entity and property.
  private(set) var storages: [[PlannedStorage]]
  private(set) var issues: [SchemaIssue] = []

  private let model: ResolvedModel
  private let numbering: EntityNumbering
  private let declarations: Declarations

  init(model: ResolvedModel, numbering: EntityNumbering, declarations: Declarations) {
    self.model = model
    self.numbering = numbering
    self.declarations = declarations
    storages = model.entities.map { Array(repeating: .none, count: $0.entity.properties.count) }
    for index in numbering.entities { decideStorage(ofPropertiesOf: index) }
  }
}

extension StorageDecision {
  private mutating func decideStorage(ofPropertiesOf index: Int) {
    for (position, property) in model.entities[index].entity.properties.enumerated() {
      let location = PropertyLocation(entity: index, property: position)
      let declared = declarations[location]
      // The ancestor that declares it has a lower number.
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
      report(.warning, .untypedAttribute, "has no type, so it is not stored", at: location)
      return .none
    case .composite:
      do {
        return .composite(try CompositeMembers.members(of: attribute, in: model))
      } catch {
        report(.error, .unusableComposite, error.explanation, at: location)
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
      report(.error, .unknownDestination, "leads to no entity of the model", at: location)
      return .none
    }
    guard relationship.isToMany else { return .toOne }
    guard let inverse = ends.inverse.map({ declarations[$0] }),
      let back = model.property(at: inverse).relationship, !back.isTransient,
      isStoredInverse(inverse, of: location, isToMany: back.isToMany)
    else { return .ownerKey }
    return back.isToMany ? .join(join(of: location, and: inverse)) : .inverseKey(inverse)
  }

  /// Whether a relationship can be stored by its inverse.
  ///
  /// An inverse whose own inverse is a third relationship cannot, or one of the two would be lost.
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

  /// The join of a relationship and its inverse, which is the same for both: the owner is the end of the entity with
  /// the lower number, and of two ends in one entity that with the lesser name.
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
    _ rule: SchemaRule,
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
