import Foundation
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
  let cache = RowCache()

  /// The entities by the numbers that rows have.
  private let shapes: [Int: EntityShape]

  /// The numbers that rows have, by those of the coordinator.
  private let numbers: [Int: Int]

  /// Whether a save goes on, which is one transaction.
  var isSaving = false

  /// Whether the transaction of the save has given keys to new objects.
  var hasTakenKeys = false

  private var rowReaders: [Int: RowReader] = [:]
  private var relatedStatements: [RelatedKey: SQLStatement] = [:]

  private struct RowReader {
    var statement: SQLStatement
    var reader: StatementReader
  }

  private struct RelatedKey: Hashable {
    var entity: Int
    var index: Int
  }

  var connection: SQLiteConnection { file.connection }

  init(_ file: SQLiteFile, _ model: SQLiteModel, slot: StoreSlot, store: SQLiteStore) throws {
    self.file = file
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
    layout = try StoreLayout(model.mapping.named(as: survey), dialect: .sqlite) { name in
      known[name]?.slots.map(\.name) ?? []
    }
    var shapes: [Int: EntityShape] = [:]
    var numbers: [Int: Int] = [:]
    for entity in layout.all {
      guard let shape = known[entity.name] else { continue }
      shapes[entity.number] = shape
      numbers[shape.number] = entity.number
    }
    self.shapes = shapes
    self.numbers = numbers
  }

  // MARK: Who is who

  func objectLayout(_ shape: EntityShape) throws -> ObjectLayout {
    guard let number = numbers[shape.number], let found = layout[number] else {
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "The store holds no objects of the entity \(shape.name).",
        url: file.url
      )
    }
    return found
  }

  /// The layout of an entity by its number in the coordinator.
  func layout(ofEntity number: Int) -> ObjectLayout? { numbers[number].flatMap { layout[$0] } }

  func entityNumber(of reference: Reference) -> Int { numbers[reference.entity] ?? 0 }

  func shape(ofEntity number: Int) -> EntityShape? { shapes[number] }

  func reference(_ key: Int64, entity: Int) -> Reference {
    guard let shape = shapes[entity] else { return .none }
    return Reference(number: key, entity: shape.number, store: slot)
  }

  func text(of reference: Reference) -> String { String(reference.number) }

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
    StatementReader(statement, selection, of: shape, layout, external: external) {
      [unowned self] key, entity in reference(key, entity: entity)
    }
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
      try statement.bind(integer: reference.number, at: 0)
      defer { statement.reset() }
      guard try statement.step() else {
        cache.remove(reference)
        return nil
      }
      let row = reader.reader.row()
      cache.set(row, for: reference)
      return row
    }
  }

  private func rowReader(_ shape: EntityShape) throws -> RowReader {
    if let known = rowReaders[shape.number] { return known }
    let layout = try objectLayout(shape)
    let selection = RowSelection(layout)
    let statement = try connection.prepare(
      "SELECT \(selection.text()) FROM \(layout.table) WHERE \(layout.columns.key) = ?"
        + " AND \(layout.columns.entityNumber) = \(layout.number)"
    )
    let made = RowReader(
      statement: statement,
      reader: makeReader(statement, selection, shape, layout)
    )
    rowReaders[shape.number] = made
    return made
  }

  func related(to reference: Reference, of shape: EntityShape, at index: Int) throws -> [Reference]
  {
    try translatingErrors {
      guard let statement = try relatedStatement(shape, index) else { return [] }
      try statement.bind(integer: reference.number, at: 0)
      defer { statement.reset() }
      var found: [Reference] = []
      while try statement.step() {
        let (key, entity) = StatementReader.identity(in: statement)
        let reference = self.reference(key, entity: entity)
        if !reference.isNone { found.append(reference) }
      }
      return found
    }
  }

  private func relatedStatement(_ shape: EntityShape, _ index: Int) throws -> SQLStatement? {
    let key = RelatedKey(entity: shape.number, index: index)
    if let known = relatedStatements[key] { return known }
    guard let sql = layout.relatedObjects(of: try objectLayout(shape), at: index) else {
      return nil
    }
    let statement = try connection.prepare(sql)
    relatedStatements[key] = statement
    return statement
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
