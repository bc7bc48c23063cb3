import ManagedModel
import SQLDriver
import SQLSchema

/// Inspects the contents of a store in PostgreSQL, and finds problems.
package struct ServerStoreInspector {
  /// The versions that the store may have.
  package var candidates: (StoreMetadata) throws -> [ModelCandidate]

  /// The current version of the model, with which the store is compared if it has none of the candidates.
  package var current: ModelCandidate?

  package var depth: StoreInspector.Depth

  package init(
    candidates: @escaping (StoreMetadata) throws -> [ModelCandidate],
    current: ModelCandidate?,
    depth: StoreInspector.Depth
  ) {
    self.candidates = candidates
    self.current = current
    self.depth = depth
  }

  /// Inspects the store in the current schema.
  ///
  /// - Parameters:
  ///   - connection: A connection in a transaction with a snapshot.
  ///   - path: The location of the store for messages.
  /// - Returns: The inspection.
  /// - Throws: ``StoreMigrationError`` if it is not a store, or an `SQLError`.
  package func inspection(
    on connection: any SQLConnection,
    path: String
  ) throws -> StoreInspection {
    let survey = try ServerSurvey(connection)
    guard survey.columns[PostgreSQLSystemTables.metadataTable] != nil else {
      throw StoreMigrationError.damaged("the schema has no store")
    }
    let metadata = try PostgreSQLStoreMigration.metadata(connection)
    let known = try IdentifiedModel(metadata, candidates: candidates(metadata)) {
      try PostgreSQLStoreMigration.keptModel(connection)
    }
    let schema = known.model.map { PostgreSQLSchema(ResolvedModel($0)) }
    let checked = schema.map { survey.store(of: $0, on: connection) }
    let entities = PrimaryKeyEntry.all(try survey.entities(connection), schema?.mapping) { root in
      schema?.mapping.entities.first { $0.number == root.number }
        .map { schema?.mapping.table(of: $0).name ?? "" }
    }
    let rows = try tables(connection, survey, checked)
    var inspection = StoreInspection(
      path: path,
      metadata: metadata,
      model: known,
      comparison: known.version == nil
        ? current.map { HashComparison(metadata, with: $0.model) } : nil,
      sizes: StoreFileSizes(database: survey.sizes.values.reduce(0, +)),
      server: try server(connection),
      entities: StoreInspector.entities(entities, rows, metadata),
      tables: rows.map {
        TableInspection(name: $0.name, rowCount: $0.rowCount, bytes: survey.sizes[$0.name])
      },
      areSizesEstimated: false,
      history: try history(connection, survey),
      externalData: ExternalDataInspection(path: "", fileCount: 0),
      problems: []
    )
    inspection.problems = try problems(inspection, entities, rows, checked, schema, survey)
    return inspection
  }

  private func server(_ connection: any SQLConnection) throws -> ServerInspection {
    let row =
      try connection.rows(
        "SELECT pg_catalog.current_setting('server_version'), pg_catalog.current_database()::text,"
          + " pg_catalog.current_schema()::text"
      ).first ?? []
    func text(_ place: Int) -> String {
      if row.indices.contains(place), case .text(let text) = row[place] { return text }
      return ""
    }
    return ServerInspection(version: text(0), database: text(1), schema: text(2))
  }

  /// The rows of all tables; in those of objects by entity.
  private func tables(
    _ connection: any SQLConnection,
    _ survey: ServerSurvey,
    _ store: CheckedStore?
  ) throws -> [TableRows] {
    let mapping = store?.mapping
    return try survey.columns.keys.sortedByCodePoint().map { name in
      let table = mapping?.tables.firstIndex { $0.name == name }
      guard let store, let mapping, let table,
        case .objects(let root) = mapping.tables[table].content, store.missing.isEmpty
      else { return try TableRows(name, nil, connection) }
      let number = "\(mapping.entities[root].number)"
      let columns = (
        key: try store.key(ofTable: table),
        entity: try store.entityNumber(ofTable: table) ?? "\(number)::bigint"
      )
      return try TableRows(name, columns, connection)
    }
  }

  private func history(
    _ connection: any SQLConnection,
    _ survey: ServerSurvey
  ) throws -> HistoryInspection? {
    guard survey.columns["coredata_transaction"] != nil, survey.columns["coredata_change"] != nil,
      survey.columns["coredata_counter"] != nil,
      try connection.count("SELECT COUNT(*) FROM coredata_counter WHERE name = 'history'") > 0
    else { return nil }
    return HistoryInspection(
      transactionCount: try connection.count(
        "SELECT COUNT(*) FROM coredata_transaction WHERE number IS NOT NULL"
      ),
      changeCount: try connection.count("SELECT COUNT(*) FROM coredata_change"),
      bytes: ["coredata_transaction", "coredata_change"].compactMap { survey.sizes[$0] }
        .reduce(0, +)
    )
  }

  private func problems(
    _ inspection: StoreInspection,
    _ entities: [PrimaryKeyEntry],
    _ rows: [TableRows],
    _ store: CheckedStore?,
    _ schema: PostgreSQLSchema?,
    _ survey: ServerSurvey
  ) throws -> [StoreProblem] {
    var result = ModelCheck(inspection: inspection, current: current).problems()
    guard let store, let schema else { return result }
    let listed = EntityTableCheck(
      entities: entities,
      rows: rows,
      list: PostgreSQLSystemTables.entityTable,
      column: "object_entity"
    )
    if depth == .everything {
      let triggers = schema.statements.filter { $0.kind == .trigger }.map(\.name)
      result += SchemaCheck(store: store, indexes: survey.indexes, triggers: triggers).problems()
      result += survey.invalidIndexes.map {
        StoreProblem(.missingIndex, "the index \($0) is not valid; REINDEX rebuilds it")
      }
    }
    result += listed.problems()
    result += listed.problems(comparedWith: store.mapping)
    result += try ConnectionCheck(store: store).problems()
    if depth == .everything { result += try ValueCheck(store: store).problems() }
    return result
  }
}
