import Foundation
import ManagedModel
import PostgreSQLStore
import PropertyLists
import SQLDriver
import SQLSchema
import SQLStore
import StoreMigration

/// The part of a model that is in a PostgreSQL store.
struct ServerModel {
  let stored: StoredModel

  /// The schema of the tables, with their mapping.
  let schema: PostgreSQLSchema

  /// The mapping of the whole model, if the store has only a part of it.
  let whole: SchemaMapping?

  /// All entities of the coordinator's model, with the layouts of their rows.
  let entities: [StoreEntity]

  /// Creates the part for a configuration; the whole model for an unknown one.
  init(_ model: NSManagedObjectModel, configuration: String, shapes: [EntityShape] = []) {
    self.entities = shapes.map { StoreEntity($0) }
    let (part, whole) = StoredModel.part(of: model, configuration: configuration)
    stored = part
    schema = PostgreSQLSchema(ResolvedModel(part.value))
    self.whole = whole.map { PostgreSQLSchema(ResolvedModel($0.value)).mapping }
  }

  /// Throws unless a database has all tables and columns of the model.
  func check(_ found: [String: [String]]) throws {
    var missing: [String] = []
    for table in schema.mapping.tables {
      guard let columns = found[table.name] else {
        missing.append(table.name)
        continue
      }
      let present = Set(columns)
      missing += table.columns.filter { !present.contains($0.name) }
        .map { "\(table.name).\($0.name)" }
    }
    if !missing.isEmpty { throw StoreError.lacksTables(missing) }
  }

  /// Creates a store in a schema that has no tables of one.
  func makeStore(identifier: String, _ connection: any SQLConnection) throws {
    let tables = StoreTables(connection)
    try tables.create(schema)
    try tables.complete()
    try record(identifier: identifier, connection)
  }

  /// Records the version of the model, and the model, in tables that have just been created.
  func record(identifier: String, _ connection: any SQLConnection) throws {
    try ServerMetadata.write(metadata(identifier: identifier), connection)
    try StoreTables(connection).write(model: stored.archive())
  }

  /// The metadata of a new store.
  func metadata(identifier: String) -> [String: Any] {
    var metadata = MetadataList.metadata(.init(stored.identity.entries))
    metadata[NSStoreTypeKey] = NSPostgreSQLStoreType
    metadata[NSStoreUUIDKey] = identifier
    return metadata
  }
}
