import Foundation
import ManagedModel
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLSchema
import SQLiteDriver
import Testing

@testable import SQLStore

/// An engine with a store of ``LibraryModel``, which records its statements.
final class Library {
  let connection: SQLiteConnection
  let engine: StoreEngine

  /// Opens a store, creating its tables if it is new.
  init(
    _ connection: SQLiteConnection,
    model: ResolvedModel = LibraryModel.model,
    partOf whole: ResolvedModel? = nil,
    named: (SchemaMapping) throws -> SchemaMapping = { $0 },
    entities: [StoreEntity]? = nil,
    external: URL? = nil,
    cache: RowCache = RowCache(),
    keepsHistory: Bool = false
  ) throws {
    self.connection = connection
    try StoreFunctions.register(on: connection)
    let schema = SQLiteSchema(model)
    if try connection.value("SELECT COUNT(*) FROM sqlite_master") == .integer(0) {
      for statement in schema.statements { try connection.execute(statement.text) }
      for row in schema.primaryKeyRows { try connection.execute(row.insertion) }
    }
    if keepsHistory { try HistoryStorage.create(on: connection) }
    engine = try StoreEngine(
      connection,
      named(schema.mapping),
      partOf: whole.map { SQLiteSchema($0).mapping },
      entities: entities ?? ModelEntities(model).all,
      store: 3,
      external: ExternalData(folder: external),
      cache: cache,
      keepsHistory: keepsHistory
    )
  }

  /// An in-memory store.
  convenience init(keepsHistory: Bool = false, cache: RowCache = RowCache()) throws {
    try self.init(
      SQLiteConnection(path: ":memory:"),
      cache: cache,
      keepsHistory: keepsHistory
    )
  }

  // MARK: Entities and rows

  func entity(_ name: String) throws -> StoreEntity {
    let index = try #require(LibraryModel.model.index(ofEntity: name))
    return try #require(engine.entities[ModelEntities.firstNumber + index])
  }

  func index(_ name: String, of entity: String) throws -> Int {
    try #require(try self.entity(entity).properties.firstIndex { $0.name == name })
  }

  func layout(_ name: String) throws -> ObjectLayout { try #require(engine.layout[name]) }

  /// A row with some values.
  func row(_ name: String, _ values: [String: Value]) throws -> Row {
    let row = Row.make(try entity(name).layout)
    for (key, value) in values { row.setValue(value, at: try index(key, of: name)) }
    return row
  }

  func name(of reference: Reference) throws -> String {
    try #require(engine.entities.entity(of: reference)).name
  }

  func reference(_ entity: String, _ number: Int64) throws -> Reference {
    Reference(number: number, entity: try self.entity(entity).number, store: 3)
  }

  /// The values of an object in the database.
  func stored(_ reference: Reference, _ keys: String...) throws -> [Value] {
    let row = try #require(try engine.storedRow(for: reference))
    return try keys.map { row.value(at: try index($0, of: name(of: reference))) }
  }

  // MARK: Saves

  /// Saves changes, which a closure makes with references from the save.
  func save(
    by author: HistoryAuthor = HistoryAuthor(),
    _ body: (inout ChangeSet, SaveTransaction) throws -> Void
  ) throws {
    let save = engine.beginSave()
    defer { engine.endSave() }
    var changes = ChangeSet()
    try body(&changes, save)
    try save.write(changes, by: author)
    try save.commit()
  }

  @discardableResult
  func insert(
    _ name: String,
    _ values: [String: Value] = [:],
    members: [MemberChange] = []
  ) throws -> Reference {
    try insert([(name, values)], members: members)[0]
  }

  @discardableResult
  func insert(
    _ objects: [(name: String, values: [String: Value])],
    members: [MemberChange] = []
  ) throws -> [Reference] {
    var references: [Reference] = []
    try save { changes, save in
      references = try save.takeReferences(ofEntities: objects.map { try entity($0.name).number })
      for (reference, object) in zip(references, objects) {
        changes.inserted.append(
          .init(reference, try row(object.name, object.values), members: members)
        )
      }
    }
    return references
  }

  /// An update of an object with new values.
  func change(
    _ reference: Reference,
    _ values: [String: Value],
    members: [MemberChange] = []
  ) throws -> ChangeSet.Update {
    let base = try #require(try engine.row(for: reference))
    let row = base.copy()
    let name = try name(of: reference)
    var changed = PropertySet()
    for (key, value) in values {
      let index = try index(key, of: name)
      row.setValue(value, at: index)
      changed.insert(index)
    }
    for change in members { changed.insert(change.index) }
    return .init(
      reference,
      row,
      baseVersion: base.version,
      changed: changed,
      members: members
    )
  }

  func update(
    _ reference: Reference,
    _ values: [String: Value] = [:],
    members: [MemberChange] = [],
    by author: HistoryAuthor = HistoryAuthor()
  ) throws {
    try save(by: author) { changes, _ in
      changes.updated = [try change(reference, values, members: members)]
    }
  }

  func delete(_ references: Reference...) throws {
    try save { changes, _ in
      changes.deleted = try references.map { .init($0, try engine.row(for: $0)) }
    }
  }

  /// Updates for a save that the test makes itself.
  func updates(_ updates: ChangeSet.Update...) -> ChangeSet {
    var changes = ChangeSet()
    changes.updated = updates
    return changes
  }

  func deletions(_ deletions: ChangeSet.Deletion...) -> ChangeSet {
    var changes = ChangeSet()
    changes.deleted = deletions
    return changes
  }

  // MARK: Fetches

  func question(
    _ name: String,
    _ condition: String? = nil,
    by order: [FetchOrder] = [],
    offset: Int = 0,
    limit: Int = 0,
    includesSubentities: Bool = true
  ) throws -> ObjectQuery {
    ObjectQuery(
      try layout(name),
      includesSubentities: includesSubentities,
      predicate: try condition.map { try PredicateFormat.Predicate(parsing: $0) },
      order: order,
      offset: offset,
      limit: limit
    )
  }

  /// The values of arguments and constants, which may be lists.
  func constants(_ arguments: [FetchValue] = []) -> FetchConstants {
    func value(_ expression: PredicateFormat.Expression) -> FetchValue? {
      switch expression {
      case .constant(let constant): return constant.stored
      case .argument(let argument):
        return arguments.indices.contains(argument.index) ? arguments[argument.index] : nil
      case .aggregate(let elements):
        let values = elements.compactMap(value)
        return values.count == elements.count ? .list(values) : nil
      default: return nil
      }
    }
    return value
  }

  /// The primary keys of the results of a fetch.
  func numbers(
    _ name: String,
    _ condition: String? = nil,
    _ arguments: [FetchValue] = []
  ) throws -> [Int64] {
    try engine.rows(of: question(name, condition), constants(arguments)).references.map(\.number)
  }

  /// An object as an argument.
  func argument(_ reference: Reference) -> FetchValue {
    .object(
      key: reference.number,
      entity: engine.entities.storedNumber(of: reference.entity)
    )
  }

  /// The members of a to-many relationship, in store order.
  func members(_ key: String, of reference: Reference) throws -> [Int64] {
    try engine.related(to: reference, at: index(key, of: name(of: reference)))
      .references.map(\.number)
  }

  // MARK: The database

  func query(_ sql: String) throws -> [[SQLValue]] { try connection.rows(sql) }

  /// The statements executed by a closure.
  func statements(_ body: () throws -> Void) throws -> [String] {
    try trace(body).map(\.sql)
  }

  /// The statements executed by a closure, with the values of their parameters.
  func trace(_ body: () throws -> Void) throws -> [SQLTrace] {
    var traces: [SQLTrace] = []
    connection.trace { traces.append($0) }
    defer { connection.trace(nil) }
    try body()
    return traces
  }
}

extension Constant {
  fileprivate var stored: FetchValue {
    switch self {
    case .null: .value(.null)
    case .boolean(let flag): .value(.integer(flag ? 1 : 0))
    case .integer(let number): .value(.integer(number))
    case .real(let number): .value(.real(number))
    case .decimal(let text), .string(let text): .value(.text(text))
    }
  }
}

extension FetchOrder {
  static func by(_ path: String, _ isAscending: Bool = true) -> Self {
    FetchOrder(.path(PropertyPath(keys: path)), isAscending: isAscending)
  }
}
