import ManagedModel

/// Core Data's names for tables and columns, before collisions are resolved.
///
/// Not established by real stores, and decided here: characters outside ASCII are put into upper case by Unicode's
/// rules without a language (as Foundation's `uppercased` does); names have no length limit, because SQLite has none;
/// a member of a composite attribute is named by its path from the attribute, joined by underscores.
struct CoreDataNames {
  let plan: StoragePlan

  /// The tables that every store has, independent of its model.
  static let systemTables = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

  func table(ofRoot root: Int) -> String {
    "Z" + plan.model.entities[root].name.uppercased()
  }

  func table(of join: PlannedJoin) -> String {
    "Z_\(number(join.owner.entity))\(property(join.owner))"
  }

  /// The name of a column in the table of a tree of entities.
  func column(_ origin: ColumnOrigin) -> String {
    switch origin {
    case .objectKey: "Z_PK"
    case .entityNumber: "Z_ENT"
    case .version: "Z_OPT"
    case .attribute(let location), .foreignKey(let location): "Z" + property(location)
    case .compositeMember(let location, let path):
      "Z" + ([property(location)] + path.map { $0.uppercased() }).joined(separator: "_")
    case .destinationEntity(let location): "Z\(destinationNumber(location))_\(property(location))"
    case .ownerKey(let location): "Z\(number(location.entity))\(property(location))"
    case .orderingKey(let location): "Z_FOK_" + orderedName(location)
    case .joinKey(let location): "Z_\(destinationNumber(location))\(property(location))"
    case .joinSource: "REFLEXIVE"
    case .joinOrderingKey(let location):
      "Z_FOK_\(destinationNumber(location))\(property(location))"
    }
  }

  /// The name of an ordering key, after the to-one relationship beside it, or after the key of an owner.
  private func orderedName(_ location: PropertyLocation) -> String {
    if case .inverseKey(let inverse) = plan[location] { return property(inverse) }
    return "\(number(location.entity))\(property(location))"
  }

  private func property(_ location: PropertyLocation) -> String {
    plan.model.property(at: location).name.uppercased()
  }

  private func number(_ entity: Int) -> String {
    String(plan.numbering.number(of: entity))
  }

  private func destinationNumber(_ location: PropertyLocation) -> String {
    plan.model.entities[location.entity].ends[location.property].destination
      .map { number($0) } ?? ""
  }
}
