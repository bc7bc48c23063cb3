import ManagedModel
import SQLDriver
import SQLSchema

/// Finds keys of relationships that lead nowhere, or to objects of other entities.
struct ConnectionCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    let mapping = store.mapping
    var result: [StoreProblem] = []
    for (table, content) in mapping.tables.enumerated() where store.has(table: table) {
      switch content.content {
      case .objects:
        for (position, column) in content.columns.enumerated() {
          let reference = ColumnReference(table: table, column: position)
          guard store.has(reference) else { continue }
          switch column.origin {
          case .foreignKey(let location): result += try toOne(location, reference)
          case .ownerKey(let location): result += try owner(location, reference)
          default: continue
          }
        }
      case .join(let join): result += try pairs(join)
      }
    }
    return result
  }

  private func destination(of location: PropertyLocation) -> Int? {
    store.model.entities[location.entity].ends[location.property].destination
  }

  /// Checks the keys of a to-one relationship, and the numbers of entities beside them.
  private func toOne(
    _ location: PropertyLocation,
    _ key: ColumnReference
  ) throws -> [StoreProblem] {
    guard let end = destination(of: location), store.has(table: store.mapping.entities[end].table)
    else { return [] }
    let source = try store.name(ofTable: key.table)
    let target = try store.name(ofTable: store.mapping.entities[end].table)
    let value = "s.\(try store.name(of: key))"
    let key = try store.key(ofTable: store.mapping.entities[end].table)
    let isSet = "\(try store.isObject(of: location.entity, as: "s.")) AND \(value) IS NOT NULL"
    var result = try problem(
      .danglingReference,
      location,
      from: "\(source) s",
      where: "\(isSet) AND NOT EXISTS (SELECT 1 FROM \(target) t WHERE t.\(key) = \(value))"
    ) { "\($1.verb("leads", "lead")) by '\($0)' to objects that do not exist" }
    result += try problem(
      .wrongDestination,
      location,
      from: "\(source) s JOIN \(target) t ON t.\(key) = \(value)",
      where: "\(isSet) AND NOT (\(try store.isObject(of: end, as: "t.")))"
    ) {
      "\($1.verb("leads", "lead")) by '\($0)' to objects that are not of "
        + store.model.entities[end].name
    }
    if case .toOne(let storage) = store.mapping[location], let number = storage.entityNumber,
      let entity = try store.entityNumber(ofTable: store.mapping.entities[end].table),
      store.has(number)
    {
      result += try problem(
        .wrongDestination,
        location,
        from: "\(source) s JOIN \(target) t ON t.\(key) = \(value)",
        where: isSet + " AND "
          + store.connection.dialect
          .isDifferent("s.\(try store.name(of: number))", "t.\(entity)")
      ) { "\($1.verb("names", "name")) the wrong entity for '\($0)'" }
    }
    return result
  }

  /// Checks the keys of a to-many relationship without an inverse.
  private func owner(
    _ location: PropertyLocation,
    _ key: ColumnReference
  ) throws -> [StoreProblem] {
    let owners = store.mapping.entities[location.entity].table
    guard let end = destination(of: location), store.has(table: owners) else { return [] }
    let value = "s.\(try store.name(of: key))"
    let found = try store.rows(
      from: "\(try store.name(ofTable: key.table)) s",
      key: "s.\(try store.key(ofTable: key.table))",
      where:
        "\(value) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(try store.name(ofTable: owners)) "
        + "t WHERE t.\(try store.key(ofTable: owners)) = \(value) "
        + "AND \(try store.isObject(of: location.entity, as: "t.")))"
    )
    guard let found else { return [] }
    return [
      StoreProblem(
        .danglingReference,
        "\(found.objects(of: store.model.entities[end].name)) \(found.verb("belongs", "belong")) by "
          + "'\(store.model.title(of: location))' to objects that do not exist \(found.examples)",
        element: store.model.title(of: location),
        count: found.count
      )
    ]
  }

  private func problem(
    _ rule: StoreRule,
    _ location: PropertyLocation,
    from source: String,
    where condition: String,
    _ sentence: (String, FoundRows) -> String
  ) throws -> [StoreProblem] {
    let table = store.mapping.entities[location.entity].table
    let key = "s.\(try store.key(ofTable: table))"
    guard let found = try store.rows(from: source, key: key, where: condition) else { return [] }
    let name = store.model.property(at: location).name
    return [
      StoreProblem(
        rule,
        "\(found.objects(of: store.model.entities[location.entity].name)) \(sentence(name, found)) "
          + found.examples,
        element: store.model.title(of: location),
        count: found.count
      )
    ]
  }

  /// Checks the rows of a join table.
  private func pairs(_ join: PlannedJoin) throws -> [StoreProblem] {
    guard case .join(let storage) = store.mapping[join.owner],
      let end = destination(of: join.owner), store.has(storage.source),
      store.has(storage.destination)
    else { return [] }
    let table = try store.name(ofTable: storage.table)
    var missing: [String] = []
    for (column, entity) in [(storage.source, join.owner.entity), (storage.destination, end)] {
      let objects = store.mapping.entities[entity].table
      guard store.has(table: objects) else { return [] }
      missing.append(
        "NOT EXISTS (SELECT 1 FROM \(try store.name(ofTable: objects)) t "
          + "WHERE t.\(try store.key(ofTable: objects)) = s.\(try store.name(of: column)) "
          + "AND \(try store.isObject(of: entity, as: "t.")))"
      )
    }
    let found = try store.rows(
      from: "\(table) s",
      key: "s.\(try store.name(of: storage.source))",
      where: missing.joined(separator: " OR ")
    )
    guard let found else { return [] }
    return [
      StoreProblem(
        .danglingPair,
        "\(found.count) \(found.count == 1 ? "pair" : "pairs") of \(store.model.title(of: join.owner)) "
          + "\(found.verb("lacks", "lack")) one of the two objects \(found.examples)",
        element: store.model.title(of: join.owner),
        count: found.count
      )
    ]
  }
}

extension SQLDialect {
  /// The condition that two values differ, null included.
  fileprivate func isDifferent(_ left: String, _ right: String) -> String {
    features.contains(.comparingIs)
      ? "\(left) IS NOT \(right)" : "\(left) IS DISTINCT FROM \(right)"
  }
}
