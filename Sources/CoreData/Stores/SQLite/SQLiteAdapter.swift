import Foundation
import ObjectRows
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver

/// Reads and writes the objects of an SQLite store for a coordinator.
final class SQLiteAdapter: StoreAdapter {
  let file: SQLiteFile
  let layout: StoreLayout
  let external: ExternalData
  unowned let store: SQLiteStore
  let slot: Int

  /// The rows that were read or saved last.
  let cache: RowCache

  /// Those who read while this is in use.
  var readers: StoreReaders?

  /// The entities of the rows.
  let entities: EntityNumbers

  /// What is prepared for each entity, by its number in the coordinator.
  private var prepared: [EntityStatements?] = []

  /// Whether a save goes on, which is one transaction.
  var isSaving = false

  /// Where the objects of each tree of entities get their keys, by the number of its root.
  private var keySources: [Int: KeySource] = [:]

  /// What is prepared for questions that may be asked again.
  var plans = FetchPlans()

  private var rowReaders: [RowReader?] = []
  private var relatedSequences: [RelatedKey: RowSequence] = [:]

  private struct RowReader {
    var statement: SQLStatement
    var reader: StatementReader
  }

  private struct RelatedKey: Hashable {
    var entity: Int
    var index: Int
  }

  var connection: SQLiteConnection { file.connection }

  init(
    _ file: SQLiteFile,
    _ model: SQLiteModel,
    slot: StoreSlot,
    store: SQLiteStore,
    cache: RowCache = RowCache()
  ) throws {
    self.file = file
    self.cache = cache
    self.store = store
    self.slot = slot.number
    external = ExternalData(store: file.url)
    let known = Dictionary(
      slot.coordinator.shapes.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let survey = TableSurvey(model.mapping, found: try file.tables())
    guard survey.missing.isEmpty else {
      throw StoreFailure.error(
        NSPersistentStoreIncompatibleSchemaError,
        "The store lacks \(survey.missing.prefix(5).joined(separator: ", ")).",
        url: file.url
      )
    }
    layout = try StoreLayout(
      model.mapping.named(as: survey),
      dialect: .sqlite,
      partOf: model.whole
    ) { name in known[name]?.slots.map(\.name) ?? [] }
    entities = EntityNumbers(
      layout.all.compactMap { entity in known[entity.name].map { (entity.number, $0) } },
      slot: slot.number
    )
  }

  // MARK: Who is who

  func objectLayout(_ shape: EntityShape) throws -> ObjectLayout {
    guard let found = layout(ofEntity: shape.number) else {
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "The store holds no objects of the entity \(shape.name).",
        url: file.url
      )
    }
    return found
  }

  /// What is prepared for the rows of an entity.
  func statements(_ shape: EntityShape) throws -> EntityStatements {
    let number = shape.number
    if number < prepared.count, let known = prepared[number] { return known }
    let made = EntityStatements(shape, try objectLayout(shape), connection)
    while prepared.count <= number { prepared.append(nil) }
    prepared[number] = made
    return made
  }

  /// Where the objects of a tree of entities get their keys.
  func keySource(root: Int) throws -> KeySource {
    if let known = keySources[root] { return known }
    guard let layout = layout[root] else { throw noKeys(root) }
    let made = try KeySource(of: layout, connection)
    keySources[root] = made
    return made
  }

  /// The layout of an entity by its number in the coordinator.
  func layout(ofEntity number: Int) -> ObjectLayout? { layout[entities.stored(number)] }

  func entityNumber(of reference: Reference) -> Int { entities.stored(reference.entity) }

  func shape(ofEntity number: Int) -> EntityShape? { entities.shape(number) }

  func reference(_ key: Int64, entity: Int) -> Reference { entities.reference(key, entity) }

  func text(of reference: Reference) -> String? { nil }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    guard let number = Int64(text), number > 0 else { return nil }
    return Reference(number: number, entity: entity.number, store: slot)
  }

  func makeReader(
    _ statement: SQLStatement,
    _ selection: RowSelection,
    _ shape: EntityShape,
    _ layout: ObjectLayout
  ) -> StatementReader {
    StatementReader(statement, selection, of: shape, layout, entities, external: external)
  }

  // MARK: Reading

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    if let row = cache[reference] { return row }
    return try storedRow(for: reference, of: shape)
  }

  func forgetRows(of references: [Reference]) {
    for reference in references { cache.remove(reference) }
  }

  /// The row of an object as it is in the database now.
  func storedRow(for reference: Reference, of shape: EntityShape) throws -> Row? {
    try translatingErrors {
      let reader = try rowReader(shape)
      let statement = reader.statement
      let start = cache.present
      try statement.bind(integer: reference.number, at: 0)
      defer { statement.reset() }
      guard try statement.step() else {
        cache.remove(reference)
        return nil
      }
      let row = reader.reader.row()
      cache.offer(row, for: reference, since: start)
      return row
    }
  }

  private func rowReader(_ shape: EntityShape) throws -> RowReader {
    let number = shape.number
    if number < rowReaders.count, let known = rowReaders[number] { return known }
    let layout = try objectLayout(shape)
    let selection = RowSelection(layout)
    let statement = try connection.prepare(
      "SELECT \(selection.text()) FROM \(layout.table) WHERE \(layout.columns.key) = ?"
        + " AND \(layout.columns.entityNumber) = \(layout.number)"
    )
    statement.expect(selection.expectations)
    let made = RowReader(
      statement: statement,
      reader: makeReader(statement, selection, shape, layout)
    )
    while rowReaders.count <= number { rowReaders.append(nil) }
    rowReaders[number] = made
    return made
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try translatingErrors {
      guard let rows = try relatedSequence(shape, index) else {
        return StoreFetchResult(references: [])
      }
      rows.begin()
      try rows.statement.bind(integer: reference.number, at: 0)
      return try rows.readAll()
    }
  }

  private func relatedSequence(_ shape: EntityShape, _ index: Int) throws -> RowSequence? {
    let key = RelatedKey(entity: shape.number, index: index)
    if let known = relatedSequences[key] { return known }
    let owner = try objectLayout(shape)
    guard let destination = layout.destination(of: owner, at: index) else { return nil }
    let selection = layout.selection(of: destination)
    guard let sql = layout.relatedObjects(of: owner, at: index, selection) else { return nil }
    let made = RowSequence(self, try connection.prepare(sql), selection)
    relatedSequences[key] = made
    return made
  }

  /// Runs something, whose errors become those that programs see.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw SQLiteFailure.error(error, of: store)
    }
  }
}
