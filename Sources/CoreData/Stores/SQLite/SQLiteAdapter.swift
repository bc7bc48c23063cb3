import Foundation
import ObjectRows
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver

/// Adapts the engine of `SQLStore` to a coordinator: translates requests, references and errors.
final class SQLiteAdapter: StoreAdapter {
  let file: SQLiteFile
  let engine: StoreEngine
  unowned let store: SQLiteStore
  let slot: Int

  /// The connections that read while this one is in use.
  var readers: StoreReaders?

  var connection: SQLiteConnection { file.connection }

  /// The rows that were read or saved last.
  var cache: RowCache { engine.cache }

  init(
    _ file: SQLiteFile,
    _ model: SQLiteModel,
    slot: StoreSlot,
    store: SQLiteStore,
    cache: RowCache = RowCache()
  ) throws {
    self.file = file
    self.store = store
    self.slot = slot.number
    let survey = TableSurvey(model.mapping, found: try file.tables())
    guard survey.missing.isEmpty else {
      throw SQLiteFailure.error(StoreError.lacksTables(survey.missing), at: file.url)
    }
    engine = try StoreEngine(
      file.connection,
      model.mapping.named(as: survey),
      partOf: model.whole,
      entities: model.entities,
      store: slot.number,
      external: ExternalData(store: file.url),
      cache: cache,
      keepsHistory: store.keepsHistory
    )
  }

  // MARK: References

  func text(of reference: Reference) -> String? { nil }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    guard let number = Int64(text), number > 0 else { return nil }
    return Reference(number: number, entity: entity.number, store: slot)
  }

  // MARK: Reading

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    try translatingErrors { try engine.row(for: reference) }
  }

  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]
  {
    let missing = shape.slots.indices.filter {
      shape.slots[$0].kind == .attribute(.transformable) && !row.hasValue(at: $0)
    }
    guard !missing.isEmpty else { return [] }
    return try translatingErrors {
      try engine.storedIndices(of: reference, among: missing).map { shape.slots[$0].name }
    }
  }

  func forgetRows(of references: [Reference]) {
    for reference in references { cache.remove(reference) }
  }

  func readRows(of references: [Reference]) throws {
    try translatingErrors { try engine.readRows(of: references) }
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try translatingErrors { StoreFetchResult(try engine.related(to: reference, at: index)) }
  }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    guard let first = references.first, let entity = engine.entities.entity(of: first) else {
      return nil
    }
    return try translatingErrors {
      try engine.related(toAll: references, of: entity, at: index)?
        .mapValues { StoreFetchResult($0) }
    }
  }

  /// Runs a body, and translates its errors into those that programs know.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw SQLiteFailure.error(error, of: store)
    }
  }
}

extension StoreFetchResult {
  init(_ fetched: FetchedRows) {
    self.init(references: fetched.references, rows: fetched.rows)
  }
}

extension ExternalData {
  /// The large values of the store at a URL.
  init(store url: URL) {
    self.init(folder: url.path.hasPrefix("/dev/") ? nil : Self.folder(for: url))
  }

  /// The hidden folder of a store's files.
  static func folder(for store: URL) -> URL {
    URL(fileURLWithPath: ExternalDataFolder(ofStoreAt: store.path).path, isDirectory: true)
  }
}

extension SQLiteAdapter: ChangeNoticing {
  /// SQLite counts the commits of other connections.
  func numberOfForeignState() throws -> Int64 {
    guard case .integer(let number) = try connection.value("PRAGMA data_version") else { return 0 }
    return number
  }
}
