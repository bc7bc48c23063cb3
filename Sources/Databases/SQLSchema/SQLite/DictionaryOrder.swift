import ManagedModel

/// The order of properties where Core Data's layout follows its dictionaries: entities by number, the properties of
/// one entity as Foundation enumerates them.
///
/// The dictionary of an entity holds its properties, inherited ones included, the three columns that every table has,
/// and two more entries for each to-one relationship. The last figure is a fit to real stores: it only affects the
/// number of buckets, and only near the boundary between two sizes.
struct DictionaryOrder {
  private let plan: StoragePlan
  private let orders: [Int: FoundationOrder]

  init(plan: StoragePlan) {
    self.plan = plan
    var orders: [Int: FoundationOrder] = [:]
    for entity in plan.model.entities where Self.isNeeded(for: entity, in: plan) {
      orders[entity.index] = Self.order(of: entity, in: plan)
    }
    self.orders = orders
  }

  /// Whether the order is needed: only to-many relationships and derived attributes are ever put into it.
  private static func isNeeded(for entity: ResolvedEntity, in plan: StoragePlan) -> Bool {
    entity.entity.properties.contains { property in
      property.relationship?.isToMany == true || property.attribute?.isDerived == true
    }
  }

  private static func order(of entity: ResolvedEntity, in plan: StoragePlan) -> FoundationOrder {
    let stored = plan.model.allProperties(of: entity).filter { plan[$0] != .none }
    let toOneCount = stored.count { plan[$0] == .toOne }
    return FoundationOrder(
      names: stored.map { plan.model.property(at: $0).name },
      entryCount: stored.count + 3 + 2 * toOneCount
    )
  }

  func precedes(_ left: PropertyLocation, _ right: PropertyLocation) -> Bool {
    key(left) < key(right)
  }

  private func key(_ location: PropertyLocation) -> (Int, Int, Int) {
    let name = plan.model.property(at: location).name
    return (
      plan.numbering.number(of: location.entity),
      orders[location.entity]?.rank(of: name) ?? .max,
      location.property
    )
  }
}
