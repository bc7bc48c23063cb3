import ManagedModel
import SQLDriver
import SQLSchema

/// Inspects the contents of a store, and finds problems.
package struct StoreInspector {
  /// The depth of an inspection.
  package enum Depth: Sendable, Hashable {
    /// Everything that is as fast as counting: tables, sizes, connections, files.
    case survey
    /// In addition the database itself, its schema, and the values of all objects.
    case everything
  }

  /// The versions that the store may have.
  package var candidates: [ModelCandidate]

  /// The current version of the model, with which the store is compared if it has none of the candidates.
  package var current: ModelCandidate?

  package var depth: Depth

  package init(
    candidates: [ModelCandidate] = [],
    current: ModelCandidate? = nil,
    depth: Depth = .survey
  ) {
    self.candidates = candidates
    self.current = current
    self.depth = depth
  }

  /// Inspects a store.
  ///
  /// - Parameter store: The store.
  /// - Returns: The inspection.
  /// - Throws: An `SQLError` if the database cannot be read.
  package func inspection(of store: OpenedStore) throws -> StoreInspection {
    let connection = store.connection
    let columns = store.survey.columns
    let known = try IdentifiedModel(store.metadata, candidates: candidates) {
      try StoreMetadata.cachedModel(connection)
    }
    let checked = known.model.map { CheckedStore(store, model: $0) }
    let entities = try PrimaryKeyEntry.all(connection, columns: columns, mapping: checked?.mapping)
    let rows = try store.tableNames.map {
      try TableRows($0, columns: columns[$0] ?? [], connection)
    }
    let sizes = try TableSizes(connection, tables: rows, columns: columns)
    let files = try ExternalDataCheck(folder: ExternalDataFolder(ofStoreFileAt: store.path))
      .inspection(of: checked)
      .confirmed(in: store.path, model: known.model)
    var inspection = StoreInspection(
      path: store.path,
      metadata: store.metadata,
      model: known,
      comparison: known.version == nil
        ? current.map { HashComparison(store.metadata, with: $0.model) } : nil,
      sizes: try StoreFileSizes(ofStoreAt: store.path, connection),
      entities: Self.entities(entities, rows, store.metadata),
      tables: rows.map {
        TableInspection(name: $0.name, rowCount: $0.rowCount, bytes: sizes.bytes[$0.name])
      },
      areSizesEstimated: sizes.areEstimated,
      history: nil,
      externalData: files,
      problems: []
    )
    inspection.history = Self.history(inspection.tables)
    inspection.problems = try problems(
      inspection,
      EntityTableCheck(entities: entities, rows: rows),
      rows,
      checked,
      connection
    )
    return inspection
  }

  private func problems(
    _ inspection: StoreInspection,
    _ listed: EntityTableCheck,
    _ rows: [TableRows],
    _ checked: CheckedStore?,
    _ connection: any SQLConnection
  ) throws -> [StoreProblem] {
    var result: [StoreProblem] = []
    if depth == .everything { result += try IntegrityCheck(connection: connection).problems() }
    result += ModelCheck(inspection: inspection, current: current).problems()
    if depth == .everything, let checked { result += try SchemaCheck(store: checked).problems() }
    result += listed.problems()
    let history = HistoryCheck(rows: rows, connection: connection)
    result += try history.problems()
    if depth == .everything {
      result += try HistoryTypeCheck(tables: history.tables, connection: connection).problems()
    }
    if let checked {
      result += listed.problems(comparedWith: checked.mapping)
      result += try ConnectionCheck(store: checked).problems()
      if depth == .everything {
        result += try ValueCheck(store: checked).problems()
        result += try TypeCheck(store: checked).problems()
        result += try TextCheck(store: checked).problems()
      }
    }
    return result + inspection.externalData.problems
  }

  static func entities(
    _ listed: [PrimaryKeyEntry],
    _ rows: [TableRows],
    _ metadata: StoreMetadata
  ) -> [EntityInspection] {
    let names = Dictionary(listed.map { ($0.number, $0.name) }) { first, _ in first }
    let tables = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
    let hashes = metadata.versionHashes
    return listed.map { entity in
      EntityInspection(
        name: entity.name,
        number: entity.number,
        parent: names[entity.parentNumber],
        depth: entity.depth,
        table: entity.table,
        objectCount: entity.table.flatMap { tables[$0]?.counts[entity.number] } ?? 0,
        hash: hashes[entity.name]
      )
    }
  }

  private static func history(_ tables: [TableInspection]) -> HistoryInspection? {
    let names = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
    let own = tables.filter { names.contains($0.name) }
    guard !own.isEmpty else { return nil }
    func count(_ name: String) -> Int { own.first { $0.name == name }?.rowCount ?? 0 }
    let sizes = own.compactMap(\.bytes)
    return HistoryInspection(
      transactionCount: count("ATRANSACTION"),
      changeCount: count("ACHANGE"),
      bytes: sizes.isEmpty ? nil : sizes.reduce(0, +)
    )
  }
}

extension OpenedStore {
  /// The names of the tables in order, without those of SQLite and of virtual tables.
  fileprivate var tableNames: [String] {
    survey.schema.statements
      .filter { $0.kind == .table || $0.kind == .systemTable || $0.kind == .joinTable }
      .map(\.name)
  }
}
