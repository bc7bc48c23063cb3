import ManagedModel
import ModelComparison
import SQLDriver

/// Data that the migration of a store drops.
package struct MigrationLoss: Sendable, Hashable {
  /// One sentence without a final full stop: "the values of Player.shirt are lost".
  package var sentence: String

  /// A query that returns a row if a store holds any of the data, in terms of the old tables; nil where that cannot
  /// be determined beforehand.
  package var query: String?
}

/// Finds all data that the migration of a store drops, by the old names.
package struct MigrationLosses {
  private let model: ResolvedModel
  private let mapping: SchemaMapping
  private let new: SchemaMapping
  private let correspondence: ModelCorrespondence
  private let plan: MigrationPlan
  private let dialect: SQLDialect

  /// For each stored property of the old version, the numbers of the remaining entities that lose it.
  private let abandoned: [PropertyLocation: [Int]]

  /// - Parameters:
  ///   - plan: The plan of ``SQLiteMigration`` or ``PostgreSQLMigration``.
  ///   - correspondence: The correspondence of the two versions.
  ///   - old: The mapping of the store.
  ///   - new: The mapping that it is to have.
  ///   - dialect: The dialect of the queries.
  package init(
    of plan: MigrationPlan,
    _ correspondence: ModelCorrespondence,
    from old: SchemaMapping,
    to new: SchemaMapping,
    in dialect: SQLDialect = .sqlite
  ) {
    self.plan = plan
    self.dialect = dialect
    self.correspondence = correspondence
    self.new = new
    mapping = old
    model = old.model
    abandoned = Self.abandoned(in: old, correspondence, new)
  }

  /// Each loss, in the order of the old version.
  package var all: [MigrationLoss] {
    let found =
      objects + values + members + displaced + departures + conversions + orders + narrowed
    guard found.isEmpty else { return found }
    // The plan loses something that is not covered above: the title of the step is used instead.
    return plan.steps.filter { $0.cautions.contains(.losesData) }
      .map { MigrationLoss(sentence: "values or objects are lost: \($0.title)") }
  }

  private func quoted(_ name: String) -> String { SQLiteText.identifier(name) }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  /// The condition that the rows of a table belong to some entities, which always holds if the table has only one.
  private func isOf(_ numbers: [Int], in table: Int) -> String {
    guard let column = mapping.entityNumberColumn(ofTable: table) else { return "1 = 1" }
    return "\(quoted(mapping[column].name)) IN (\(list(numbers)))"
  }

  /// A query for the keys of the objects of some entities.
  private func keys(of numbers: [Int], in table: Int) -> String {
    let key = mapping.tables[table].columns.first { $0.origin == .objectKey }?.name ?? ""
    return "SELECT \(quoted(key)) FROM \(quoted(mapping.tables[table].name))"
      + " WHERE \(isOf(numbers, in: table))"
  }

  // MARK: Objects

  /// Entities that are removed; their remaining descendants keep their objects.
  private var objects: [MigrationLoss] {
    model.entities.filter { correspondence.newEntity(of: $0.index) == nil && !$0.entity.isAbstract }
      .map { entity in
        let place = mapping.entities[entity.index]
        return MigrationLoss(
          sentence: "the objects of \(entity.name) are lost",
          query: "SELECT 1 FROM \(quoted(mapping.tables[place.table].name)) "
            + "WHERE \(isOf([place.number], in: place.table))"
        )
      }
  }

  // MARK: Values

  /// Properties that are removed from entities that remain.
  private var values: [MigrationLoss] {
    ownProperties.compactMap { location in
      guard let numbers = abandoned[location] else { return nil }
      let isRelationship = model.property(at: location).relationship != nil
      // The other end of a relationship holds the same.
      if let inverse = inverse(of: location), isRelationship {
        guard abandoned[inverse] != nil || !goesOn(inverse.entity) else { return nil }
        guard isNamed(location, before: inverse) else { return nil }
      }
      let kind = isRelationship ? "connections" : "values"
      return MigrationLoss(
        sentence:
          "the \(kind) of \(model.title(of: location)) are lost\(place(of: location, numbers))",
        query: query(for: location, in: numbers)
      )
    }
  }

  /// Members that are removed from composite attributes that remain.
  private var members: [MigrationLoss] {
    ownProperties.flatMap { location -> [MigrationLoss] in
      guard abandoned[location] == nil, case .composite(let members) = mapping[location] else {
        return []
      }
      let heirs = heirs(of: location)
      return members.filter { member in
        !heirs.allSatisfy { heir in
          guard case .composite(let kept) = new[heir] else { return false }
          return kept.contains {
            correspondence.sourcePath(ofMember: $0.path, of: heir, from: location) == member.path
          }
        }
      }.map { member in
        let path = ([model.title(of: location)] + member.path).joined(separator: ".")
        return MigrationLoss(
          sentence: "the values of \(path) are lost",
          query: "SELECT 1 FROM \(quoted(mapping.tables[member.column.table].name))"
            + " WHERE \(quoted(mapping[member.column].name)) IS NOT NULL"
        )
      }
    }
  }

  /// The objects that lose the values of a property, where those of other entities keep them.
  private func place(of location: PropertyLocation, _ numbers: [Int]) -> String {
    let heirs = model.subtree(of: model.entities[location.entity]).filter {
      correspondence.newEntity(of: $0.index) != nil && !$0.entity.isAbstract
    }
    let losers = heirs.filter { numbers.contains(mapping.entities[$0.index].number) }
    guard losers.count < heirs.count else { return "" }
    return " in the objects of " + losers.map(\.name).joined(separator: ", ")
  }

  /// Numbers that the new types of their attributes change.
  private var conversions: [MigrationLoss] {
    let transition = SchemaTransition(correspondence, from: mapping, to: new)
    return new.tables.indices.flatMap { table in
      new.tables[table].columns.indices.flatMap { position -> [MigrationLoss] in
        let column = ColumnReference(table: table, column: position)
        guard case .attribute(let location) = new[column].origin else { return [] }
        return transition.numberConversions(into: column).compactMap {
          loss($0.conversion, new.model.title(of: location), from: $0.source, to: column)
        }
      }
    }
  }

  /// The loss of a conversion, with a query for the numbers that it changes.
  private func loss(
    _ conversion: NumberConversion,
    _ title: String,
    from column: ColumnReference,
    to newColumn: ColumnReference
  ) -> MigrationLoss? {
    let name = quoted(mapping[column].name)
    let rows = "SELECT 1 FROM \(quoted(mapping.tables[column.table].name)) WHERE "
    switch conversion {
    case .truncated:
      return MigrationLoss(
        sentence: "the fractions of \(title) are lost",
        query: rows
          + (dialect.features.contains(.dynamicTypes)
            ? "\(name) <> CAST(\(name) AS INTEGER)" : "\(name) <> trunc(\(name))")
      )
    case .truth:
      return MigrationLoss(
        sentence: "\(title) is reduced to zero or nonzero",
        query: rows + "\(name) NOT IN (0, 1)"
      )
    case .rounded:
      let sentence = "the last digits of \(title) are lost"
      guard dialect.features.contains(.dynamicTypes) else {
        let condition = rounding(of: name, from: mapping[column].type, to: new[newColumn].type)
        return MigrationLoss(sentence: sentence, query: rows + condition)
      }
      // Floating-point numbers and small integers stay in the column as they are.
      guard mapping[column].type == .attribute(.integer64) else { return nil }
      return MigrationLoss(
        sentence: sentence,
        query: rows + "typeof(\(name)) = 'integer' AND (\(name) = \(Int64.max)"
          + " OR CAST(CAST(\(name) AS REAL) AS INTEGER) <> \(name))"
      )
    case .exact, .narrowed: return nil
    }
  }

  /// The condition for numbers that a floating-point type of PostgreSQL cannot represent.
  private func rounding(of name: String, from old: ColumnType, to new: ColumnType) -> String {
    let rounded = "\(name)::\(new == .attribute(.float) ? "real" : "double precision")"
    if old == .attribute(.double) { return "\(rounded)::double precision <> \(name)" }
    // The greatest integers are rounded to a number outside the range of integers.
    return "CASE WHEN \(rounded) >= 9223372036854775808 THEN true"
      + " ELSE \(rounded)::bigint <> \(name) END"
  }

  /// A query for the values of a property in the objects of some entities.
  private func query(for location: PropertyLocation, in numbers: [Int]) -> String? {
    func objects(in table: Int, where conditions: [String]) -> String {
      let condition = "(\(conditions.joined(separator: " OR ")))"
      return "SELECT 1 FROM \(quoted(mapping.tables[table].name)) "
        + "WHERE \(isOf(numbers, in: table)) AND \(condition)"
    }
    func isThere(_ column: ColumnReference) -> String {
      "\(quoted(mapping[column].name)) IS NOT NULL"
    }
    switch mapping[location] {
    case .none: return nil
    case .attribute(let column): return objects(in: column.table, where: [isThere(column)])
    case .composite(let members):
      guard let first = members.first else { return nil }
      return objects(in: first.column.table, where: members.map { isThere($0.column) })
    case .toOne(let storage):
      return objects(in: storage.key.table, where: [isThere(storage.key)])
    case .toMany(let storage): return members(of: location, storage.key, numbers)
    case .join(let storage): return members(of: location, storage.source, numbers)
    }
  }

  /// A query for the destinations of to-many relationships of the objects of some entities.
  private func members(
    of location: PropertyLocation,
    _ key: ColumnReference,
    _ numbers: [Int]
  ) -> String {
    let owners = keys(of: numbers, in: mapping.entities[location.entity].table)
    return "SELECT 1 FROM \(quoted(mapping.tables[key.table].name)) "
      + "WHERE \(quoted(mapping[key].name)) IN (\(owners))"
  }

  // MARK: Relationships

  /// Relationships that take over the connections of their new inverses, and lose their own.
  private var displaced: [MigrationLoss] {
    ownProperties.compactMap { location in
      guard abandoned[location] == nil, mapping[location] != .none,
        correspondence.isDisplaced(location),
        correspondence.refuge(ofDisplaced: location) == nil
      else { return nil }
      if let inverse = inverse(of: location), correspondence.isDisplaced(inverse) {
        guard isNamed(location, before: inverse) else { return nil }
      }
      return MigrationLoss(
        sentence: "the connections of \(model.title(of: location)) are lost",
        query: query(for: location, in: Array(mapping.entities[location.entity].familyNumbers))
      )
    }
  }

  /// Connections to objects of entities that a relationship no longer leads to.
  private var departures: [MigrationLoss] {
    ownProperties.compactMap { location in
      guard mapping[location] != .none, abandoned[location] == nil else { return nil }
      let entities = correspondence.entitiesLeaving(location).map { model.entities[$0] }
        .filter { !$0.entity.isAbstract }
      guard !entities.isEmpty else { return nil }
      return MigrationLoss(
        sentence: "the connections of \(model.title(of: location)) to objects of "
          + entities.map(\.name).joined(separator: ", ") + " are lost",
        query: query(for: location, leadingTo: entities)
      )
    }
  }

  /// A query for connections with objects of some entities.
  private func query(for location: PropertyLocation, leadingTo entities: [ResolvedEntity])
    -> String?
  {
    guard let first = entities.first else { return nil }
    let numbers = entities.map { mapping.entities[$0.index].number }
    let objects = keys(of: numbers, in: mapping.entities[first.index].table)
    func rows(_ column: ColumnReference) -> String {
      "SELECT 1 FROM \(quoted(mapping.tables[column.table].name)) WHERE \(quoted(mapping[column].name)) "
    }
    switch mapping[location] {
    case .none, .attribute, .composite: return nil
    case .toOne(let storage):
      return rows(storage.key) + "IN (\(objects))"
    case .toMany(let storage):
      return rows(storage.key) + "IS NOT NULL AND \(isOf(numbers, in: storage.key.table))"
    case .join(let storage):
      return rows(storage.destination) + "IN (\(objects))"
    }
  }

  /// Relationships that keep their connections but lose their order.
  private var orders: [MigrationLoss] {
    ownProperties.compactMap { location in
      guard let (key, ordering) = ordering(of: location) else { return nil }
      let isDisplaced = abandoned[location] == nil && correspondence.isDisplaced(location)
      if isDisplaced, correspondence.refuge(ofDisplaced: location) == nil { return nil }
      let isLost =
        abandoned[location] == nil
        ? isDisplaced || !keepsOrder(location) : isKeptByInverse(location)
      guard isLost else { return nil }
      return MigrationLoss(
        sentence: "the order of \(model.title(of: location)) is lost",
        query: "SELECT 1 FROM \(quoted(mapping.tables[key.table].name)) "
          + "WHERE \(quoted(mapping[key].name)) IS NOT NULL "
          + "AND \(quoted(mapping[ordering].name)) IS NOT NULL "
          + "GROUP BY \(quoted(mapping[key].name)) HAVING COUNT(*) > 1"
      )
    }
  }

  /// The owner and ordering columns of an ordered to-many relationship.
  private func ordering(
    of location: PropertyLocation
  ) -> (key: ColumnReference, ordering: ColumnReference)? {
    switch mapping[location] {
    case .toMany(let storage): storage.ordering.map { (storage.key, $0) }
    case .join(let storage): storage.ordering.map { (storage.source, $0) }
    case .none, .attribute, .composite, .toOne: nil
    }
  }

  /// Whether the inverse of a removed relationship still has all its connections.
  private func isKeptByInverse(_ location: PropertyLocation) -> Bool {
    guard let inverse = inverse(of: location) else { return false }
    return abandoned[inverse] == nil && goesOn(inverse.entity)
  }

  private func keepsOrder(_ location: PropertyLocation) -> Bool {
    heirs(of: location).allSatisfy { heir in
      switch new[heir] {
      // That only one of several objects is kept is a loss of its own.
      case .toOne, .none, .attribute, .composite: true
      case .toMany(let storage): storage.ordering != nil
      case .join(let storage): storage.ordering != nil
      }
    }
  }

  /// The new properties that continue an old one.
  private func heirs(of location: PropertyLocation) -> [PropertyLocation] {
    new.model.entities.flatMap { entity in
      new.model.allProperties(of: entity).filter {
        correspondence.source(of: $0, in: entity.index) == location
      }
    }
  }

  /// To-many relationships that become to-one, and shared objects that may have only one owner now.
  private var narrowed: [MigrationLoss] {
    plan.steps.filter { $0.kind == .connect && $0.cautions.contains(.losesData) }.map {
      MigrationLoss(
        sentence: "of several connected objects, only one remains connected: \($0.title)",
        query: $0.lossQuery
      )
    }
  }

  private func inverse(of location: PropertyLocation) -> PropertyLocation? {
    model.entities[location.entity].ends[location.property].inverse
  }

  /// Whether `location` comes first: of two ends that are both removed, one is reported.
  private func isNamed(_ location: PropertyLocation, before other: PropertyLocation) -> Bool {
    (location.entity, location.property) <= (other.entity, other.property) || !goesOn(other.entity)
  }
}

// MARK: - Properties

extension MigrationLosses {
  /// Whether the objects of an entity or of any of its descendants are kept.
  private func goesOn(_ entity: Int) -> Bool {
    model.subtree(of: model.entities[entity]).contains {
      correspondence.newEntity(of: $0.index) != nil
    }
  }

  /// The properties of entities that remain, at the place of their declaration.
  private var ownProperties: [PropertyLocation] {
    model.entities.filter { goesOn($0.index) }.flatMap { entity in
      entity.entity.properties.indices.map {
        PropertyLocation(entity: entity.index, property: $0)
      }
    }
  }

  private static func abandoned(
    in mapping: SchemaMapping,
    _ correspondence: ModelCorrespondence,
    _ new: SchemaMapping
  ) -> [PropertyLocation: [Int]] {
    let model = mapping.model
    var result: [PropertyLocation: [Int]] = [:]
    for entity in model.entities where !entity.entity.isAbstract {
      guard let heir = correspondence.newEntity(of: entity.index) else { continue }
      let kept = Set(
        new.model.allProperties(of: new.model.entities[heir]).filter { isStored($0, in: new) }
          .compactMap { correspondence.source(of: $0, in: heir) }
      )
      for location in model.allProperties(of: entity)
      where isStored(location, in: mapping) && !kept.contains(location) {
        result[location, default: []].append(mapping.entities[entity.index].number)
      }
    }
    return result
  }

  /// Whether the store has values of a property that cannot be derived from others.
  private static func isStored(_ location: PropertyLocation, in mapping: SchemaMapping) -> Bool {
    mapping[location] != .none && mapping.model.property(at: location).attribute?.isDerived != true
  }
}
