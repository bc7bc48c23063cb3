import ManagedModel
import ModelComparison
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver

@testable import SQLSchema

/// Two namespaces of a database: one is migrated, the other is created with the new version.
///
/// The database is not shared, because CREATE INDEX CONCURRENTLY waits for the transactions of all others.
final class MigratedSchema {
  private let server: PostgreSQLConnection
  private let connection: PostgreSQLConnection
  private let name: String

  init() throws {
    server = try PostgreSQLServer.connect()
    let process = try server.value("SELECT pg_backend_pid()::text")
    guard case .text(let process) = process else { throw NoProcess() }
    name = "migrated\(process)"
    try server.execute("CREATE DATABASE \(name) TEMPLATE template0")
    connection = try PostgreSQLServer.connect(database: name)
  }

  deinit { try? server.execute("DROP DATABASE \(name) WITH (FORCE)") }

  /// The faults after a migration: differences between the catalogs, and lost values.
  func faults(from old: ResolvedModel, to new: ResolvedModel, isFilled: Bool) throws -> [String] {
    let before = PostgreSQLSchema(old)
    let after = PostgreSQLSchema(new)
    let correspondence = ModelCorrespondence(from: old, to: new)
    let plan = PostgreSQLMigration.plan(correspondence, from: before, to: after)
    defer { try? connection.execute("DROP SCHEMA IF EXISTS \(name), fresh_\(name) CASCADE") }
    try make(after, in: "fresh_\(name)")
    let expected = try catalog(of: "fresh_\(name)")
    try make(before, in: name)
    var values: [String: SQLValue] = [:]
    // A real model may have validation rules that the filling does not know.
    let isFilled = isFilled && fill(before.mapping)
    if isFilled { values = try self.values(before.mapping) }
    if let fault = run(plan) { return [fault] + plan.steps.flatMap(\.statements) }
    let actual = try catalog(of: name)
    var faults = expected.subtracting(actual).sorted().map { "missing: \($0)" }
    faults += actual.subtracting(expected).sorted().map { "left over: \($0)" }
    if isFilled { faults += try losses(correspondence, values, after.mapping) }
    return faults.isEmpty ? [] : faults + plan.steps.flatMap(\.statements)
  }

  /// Executes a plan like its script.
  private func run(_ plan: MigrationPlan) -> String? {
    for group in plan.transactions {
      let statements = group.flatMap(\.statements)
      let isGrouped = statements.count > 1 && group[0].kind != .setting
      do {
        if isGrouped { try connection.execute("BEGIN") }
        for statement in statements { try connection.execute(statement) }
        if isGrouped { try connection.execute("COMMIT") }
      } catch {
        if connection.isInTransaction { try? connection.rollBack() }
        return "\(group.map(\.title)): \(error)"
      }
    }
    return nil
  }

  private func fill(_ mapping: SchemaMapping) -> Bool {
    do {
      try PostgreSQLFilling(mapping: mapping, connection: connection).fill()
      return true
    } catch {
      try? connection.rollBack()
      return false
    }
  }

  private func make(_ schema: PostgreSQLSchema, in namespace: String) throws {
    try connection.execute(
      "CREATE SCHEMA \(namespace); SET search_path = \(namespace); \(schema.script)"
    )
  }

  /// The catalog's contents without the order of columns.
  private func catalog(of namespace: String) throws -> Set<String> {
    let rows = try connection.rows(
      """
      SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || ' ' || a.attnotnull || ' ' || a.attgenerated::text
        || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
        || ' ' || coalesce(col_description(c.oid, a.attnum), '')
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = '\(namespace)'::regnamespace AND c.relkind = 'r'
      UNION ALL
      SELECT 'table ' || relname || ' ' || coalesce(obj_description(oid), '') FROM pg_class
      WHERE relnamespace = '\(namespace)'::regnamespace AND relkind = 'r'
      UNION ALL
      SELECT 'constraint ' || conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
        || ' ' || convalidated
      FROM pg_constraint WHERE connamespace = '\(namespace)'::regnamespace
      UNION ALL
      SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = '\(namespace)'
      UNION ALL
      SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = '\(namespace)'::regnamespace AND NOT tgisinternal
      UNION ALL
      SELECT 'function ' || proname || ' ' || prosrc FROM pg_proc
      WHERE pronamespace = '\(namespace)'::regnamespace
      UNION ALL
      SELECT 'entity ' || number || ' ' || name || ' ' || parent FROM \(namespace).coredata_entity
      """
    )
    return Set(
      rows.compactMap { row in
        guard case .text(let text) = row[0] else { return nil }
        return text.split(separator: namespace, omittingEmptySubsequences: false)
          .joined(separator: "SCHEMA")
      }
    )
  }

  /// The values of all attributes, by entity, attribute and key.
  private func values(_ mapping: SchemaMapping) throws -> [String: SQLValue] {
    var result: [String: SQLValue] = [:]
    for entity in mapping.model.entities {
      let table = mapping.entities[entity.index].table
      guard let key = mapping.keyColumn(ofTable: table) else { continue }
      for location in mapping.model.allProperties(of: entity) {
        guard case .attribute(let column) = mapping[location] else { continue }
        let property = mapping.model.property(at: location)
        guard property.attribute?.isDerived == false else { continue }
        var text = "SELECT \(PostgreSQLText.identifier(mapping[key].name)), "
        text += "\(PostgreSQLText.identifier(mapping[column].name))::text "
        text += "FROM \(PostgreSQLText.identifier(mapping.tables[table].name))"
        if let number = mapping.entityNumberColumn(ofTable: table) {
          text += " WHERE \(PostgreSQLText.identifier(mapping[number].name)) = "
          text += "\(mapping.entities[entity.index].number)"
        }
        for row in try connection.rows(text) where row[1] != .null {
          result["\(entity.name).\(property.name) \(row[0])"] = row[1]
        }
      }
    }
    return result
  }

  /// The new attributes of an entity that do not have their default value in existing objects.
  private func missingDefaults(
    of entity: ResolvedEntity,
    _ correspondence: ModelCorrespondence,
    _ mapping: SchemaMapping
  ) throws -> [String] {
    let place = mapping.entities[entity.index]
    return try correspondence.new.allProperties(of: entity).compactMap { location in
      guard correspondence.source(of: location, in: entity.index) == nil,
        case .attribute(let column) = mapping[location],
        let attribute = correspondence.new.property(at: location).attribute, !attribute.isDerived,
        let literal = try? DefaultLiteral.literal(of: attribute)
      else { return nil }
      var text =
        "SELECT count(*) FROM \(PostgreSQLText.identifier(mapping.tables[place.table].name)) "
      text += "WHERE \(PostgreSQLText.identifier(mapping[column].name)) IS DISTINCT FROM \(literal)"
      if let number = mapping.entityNumberColumn(ofTable: place.table) {
        text += " AND \(PostgreSQLText.identifier(mapping[number].name)) = \(place.number)"
      }
      let count = try connection.value(text)
      return count == .integer(0)
        ? nil : "\(entity.name).\(attribute.name) lacks its default: \(text)"
    }
  }

  private func losses(
    _ correspondence: ModelCorrespondence,
    _ before: [String: SQLValue],
    _ mapping: SchemaMapping
  ) throws -> [String] {
    let after = try values(mapping)
    var losses: [String] = []
    for entity in correspondence.new.entities {
      guard let source = correspondence.oldEntity(of: entity.index) else { continue }
      losses += try missingDefaults(of: entity, correspondence, mapping)
      for location in correspondence.new.allProperties(of: entity) {
        guard let earlier = correspondence.source(of: location, in: entity.index) else { continue }
        let new = correspondence.new.property(at: location)
        let old = correspondence.old.property(at: earlier)
        guard let type = new.attribute?.type, type == old.attribute?.type else { continue }
        let prefix = "\(correspondence.old.entities[source].name).\(old.name) "
        for (key, value) in before where key.hasPrefix(prefix) {
          let now = "\(entity.name).\(new.name) \(key.dropFirst(prefix.count))"
          if after[now] != value { losses.append("\(now): \(value) became \(after[now] as Any)") }
        }
      }
    }
    return losses
  }
}

/// Inserts a few objects of every entity into a PostgreSQL schema.
struct PostgreSQLFilling {
  let mapping: SchemaMapping
  let connection: PostgreSQLConnection
  private static let count = 3

  func fill() throws {
    var counts: [Int: Int] = [:]
    var objects: [(entity: EntityMapping, key: Int)] = []
    for index in mapping.entitiesByNumber {
      for _ in 0..<Self.count {
        let entity = mapping.entities[index]
        counts[entity.table, default: 0] += 1
        objects.append((entity, counts[entity.table] ?? 0))
      }
    }
    try connection.execute("BEGIN")
    for (seed, object) in objects.enumerated() { try insert(object, seed, objects) }
    try connection.execute("COMMIT")
  }

  private func insert(
    _ object: (entity: EntityMapping, key: Int),
    _ seed: Int,
    _ objects: [(entity: EntityMapping, key: Int)]
  ) throws {
    let table = mapping.tables[object.entity.table]
    var names: [String] = []
    var values: [String] = []
    func add(_ column: ColumnMapping, _ value: String) {
      names.append(column.name)
      values.append(value)
    }
    for (position, column) in table.columns.enumerated() {
      let has =
        column.origin.location.map {
          mapping.entities[$0.entity].familyNumbers.contains(object.entity.number)
        } ?? true
      guard has else { continue }
      switch column.origin {
      case .objectKey: add(column, "\(object.key)")
      case .entityNumber: add(column, "\(object.entity.number)")
      case .attribute(let location):
        guard mapping.model.property(at: location).attribute?.isDerived == false else { continue }
        add(column, value(of: column.type, object.key * 100 + position))
      case .foreignKey(let location):
        guard
          let end = mapping.model.entities[location.entity].ends[location.property].destination
        else { continue }
        let family = mapping.entities[end].familyNumbers
        let targets = objects.filter { family.contains($0.entity.number) }
        guard !targets.isEmpty else { continue }
        let target = targets[seed % targets.count]
        add(column, "\(target.key)")
        if case .toOne(let storage) = mapping[location], let number = storage.entityNumber {
          add(mapping[number], "\(target.entity.number)")
        }
      default: continue
      }
    }
    try connection.execute(
      "INSERT INTO \(PostgreSQLText.identifier(table.name)) (\(PostgreSQLText.list(names))) "
        + "VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING"
    )
  }

  private func value(of type: ColumnType, _ number: Int) -> String {
    guard case .attribute(let type) = type else { return "NULL" }
    return switch type {
    case .integer16, .integer32, .integer64: "\(number)"
    case .boolean: number % 2 == 0 ? "true" : "false"
    case .decimal, .double, .float: "\(number).5"
    case .date: "'2001-01-01 00:00:00+00'::timestamptz + interval '\(number) s'"
    case .string, .uri, .objectID: "'text \(number)'"
    case .uuid: "md5('\(number)')::uuid"
    case .binary, .transformable, .undefined, .composite: "md5('\(number)')::bytea"
    }
  }
}

/// The server does not report the process of a connection.
private struct NoProcess: Error {}
