import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver

/// Fills a store with objects of every entity, which have all values and are connected by every relationship, with
/// consistent inverses.
///
/// Where objects may share a destination, some do. Each relationship has destinations of every entity it allows.
package struct ConnectedFilling {
  private let mapping: SchemaMapping
  private let database: SQLiteConnection
  private var rows: [[Int: [String: SQLValue]]]
  /// The number of relationships filled so far, so that each connects other objects.
  private var salt = 0
  private var joins: [(table: Int, values: [String: SQLValue])] = []
  private static let count = 7

  private struct Object: Hashable {
    var entity: Int
    var key: Int
  }

  private var objects: [Object] = []

  package init(schema: SQLiteSchema, database: SQLiteConnection) {
    mapping = schema.mapping
    self.database = database
    rows = Array(repeating: [:], count: mapping.tables.count)
  }

  package mutating func fill() throws {
    makeObjects()
    for entity in mapping.model.entities {
      for position in entity.entity.properties.indices {
        connect(PropertyLocation(entity: entity.index, property: position))
      }
    }
    for (table, objects) in rows.enumerated() {
      for (_, values) in objects.sorted(by: { $0.key < $1.key }) { try insert(values, into: table) }
    }
    for join in joins { try insert(join.values, into: join.table) }
    for entity in mapping.model.entities where entity.parent == nil {
      let place = mapping.entities[entity.index]
      try database.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
        .integer(Int64(rows[place.table].count)),
        .integer(Int64(place.number))
      )
    }
  }

  // MARK: Objects

  private mutating func makeObjects() {
    for _ in 0..<Self.count {
      for index in mapping.entitiesByNumber where !mapping.model.entities[index].entity.isAbstract {
        let place = mapping.entities[index]
        let key = rows[place.table].count + 1
        objects.append(Object(entity: index, key: key))
        var values: [String: SQLValue] = [
          "Z_PK": .integer(Int64(key)), "Z_ENT": .integer(Int64(place.number)),
          "Z_OPT": .integer(1),
        ]
        for location in mapping.model.allProperties(of: mapping.model.entities[index]) {
          guard case .attribute(let column) = mapping[location],
            case .attribute(let type) = mapping[column].type
          else { continue }
          values[mapping[column].name] = Self.value(of: type, key * 100 + column.column)
        }
        rows[place.table][key] = values
      }
    }
  }

  private static func value(of type: AttributeType, _ number: Int) -> SQLValue {
    switch type {
    case .integer16, .integer32: .integer(Int64(number))
    // No floating-point number equals it.
    case .integer64: .integer(9_007_199_254_740_993 + 2 * Int64(number))
    case .boolean: .integer(Int64(number % 2))
    case .decimal, .double, .float, .date: .real(Double(number) + 0.5)
    case .string, .uri, .objectID: .text("text \(number)")
    case .uuid, .binary, .transformable, .undefined, .composite: .blob(Array("\(number)".utf8))
    }
  }

  /// The objects of an entity and of its subentities, alternating between entities.
  private func family(_ entity: Int) -> [Object] {
    let numbers = mapping.entities[entity].familyNumbers
    return objects.filter { numbers.contains(mapping.entities[$0.entity].number) }
  }

  // MARK: Connections

  private mutating func connect(_ location: PropertyLocation) {
    let ends = mapping.model.entities[location.entity].ends[location.property]
    guard let destination = ends.destination else { return }
    salt += 1
    let sources = family(location.entity)
    let targets = rotated(family(destination))
    guard !sources.isEmpty, !targets.isEmpty else { return }
    switch mapping[location] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      guard let inverse = ends.inverse, case .toOne(let back) = mapping[inverse] else {
        let shared = firsts(targets)
        for (turn, source) in sources.enumerated() {
          lead(from: source, to: shared[turn % shared.count], storage, turn)
        }
        return
      }
      // The other end does the same if it comes first.
      guard (inverse.entity, inverse.property) >= (location.entity, location.property) else {
        return
      }
      pair(sources, targets, storage, back, isOwnInverse: inverse == location)
    case .toMany(let storage):
      // If there is an inverse, the keys are there.
      guard ends.inverse == nil else { return }
      let owners = firsts(rotated(sources))
      for (turn, target) in targets.enumerated() {
        let values = [storage.key: owners[turn % owners.count].key]
        set(values, of: target, at: storage.ordering, turn)
      }
    case .join(let storage): join(location, ends.inverse, storage, sources, targets)
    }
  }

  /// The objects in an order specific to each relationship.
  private func rotated(_ objects: [Object]) -> [Object] {
    guard !objects.isEmpty else { return [] }
    let start = salt % objects.count
    return Array(objects[start...] + objects[..<start])
  }

  /// The order key of an object, which does not follow its primary key.
  private func place(_ turn: Int) -> Int { 4_096 * ((turn * 5 + salt * 3) % 97 + 1) }

  /// The first object of each entity.
  private func firsts(_ objects: [Object]) -> [Object] {
    var seen: Set<Int> = []
    return objects.filter { seen.insert($0.entity).inserted }
  }

  private mutating func lead(
    from source: Object,
    to target: Object,
    _ storage: ToOneStorage,
    _ turn: Int
  ) {
    var values = [storage.key: target.key]
    if let column = storage.entityNumber { values[column] = mapping.entities[target.entity].number }
    set(values, of: source, at: storage.ordering, turn)
  }

  private mutating func set(
    _ values: [ColumnReference: Int],
    of object: Object,
    at ordering: ColumnReference?,
    _ turn: Int
  ) {
    let table = mapping.entities[object.entity].table
    var all = values
    if let ordering { all[ordering] = place(turn) }
    for (column, value) in all {
      rows[table][object.key]?[mapping[column].name] = .integer(Int64(value))
    }
  }

  /// Connects objects one to one.
  private mutating func pair(
    _ sources: [Object],
    _ targets: [Object],
    _ storage: ToOneStorage,
    _ back: ToOneStorage,
    isOwnInverse: Bool
  ) {
    if isOwnInverse {
      // If the number of objects is odd, the last one is connected to itself.
      for position in stride(from: 0, to: sources.count, by: 2) {
        let other = sources[min(position + 1, sources.count - 1)]
        lead(from: sources[position], to: other, storage, 0)
        lead(from: other, to: sources[position], storage, 0)
      }
      return
    }
    for (source, target) in zip(sources, targets) {
      lead(from: source, to: target, storage, 0)
      lead(from: target, to: source, back, 0)
    }
  }

  private mutating func join(
    _ location: PropertyLocation,
    _ inverse: PropertyLocation?,
    _ storage: JoinStorage,
    _ sources: [Object],
    _ targets: [Object]
  ) {
    guard case .join(let planned) = mapping.tables[storage.table].content, planned.owner == location
    else { return }
    var backOrdering: ColumnReference?
    if let inverse, inverse != location, case .join(let back) = mapping[inverse] {
      backOrdering = back.ordering
    }
    var seen: Set<[Int]> = []
    for (row, source) in sources.enumerated() {
      for (turn, target) in (firsts(targets) + targets.suffix(2)).enumerated() {
        var pairs = [[source.key, target.key]]
        if planned.isReflexive { pairs.append([target.key, source.key]) }
        for pair in pairs where seen.insert(pair).inserted {
          var values = [storage.source: pair[0], storage.destination: pair[1]]
          if let ordering = storage.ordering { values[ordering] = place(turn) }
          if let backOrdering { values[backOrdering] = place(row) }
          let named = values.map { (mapping[$0.key].name, SQLValue.integer(Int64($0.value))) }
          joins.append((storage.table, Dictionary(uniqueKeysWithValues: named)))
        }
      }
    }
  }

  // MARK: Rows

  private func insert(_ values: [String: SQLValue], into table: Int) throws {
    let names = values.keys.sorted()
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let statement = try database.prepare(
      "INSERT INTO \(SQLDialect.sqlite.quoting(mapping.tables[table].name)) "
        + "(\(SQLDialect.sqlite.list(names))) VALUES (\(places))"
    )
    try statement.bind(names.compactMap { values[$0] })
    try statement.run()
  }
}
