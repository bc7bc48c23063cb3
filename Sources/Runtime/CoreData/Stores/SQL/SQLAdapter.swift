import Foundation
import ObjectRows
import SQLDriver
import SQLStore

/// Adapts the engine of `SQLStore` to a coordinator: translates requests, references and errors.
///
/// Subclasses add the parts that depend on the kind of database.
class SQLAdapter: DatabaseAdapter {
  /// The engine; a subclass may replace it when its connection is lost.
  ///
  /// Read and written whole by the one caller that uses the adapter.
  @exclusivity(unchecked) final var engine: StoreEngine {
    didSet { metrics.attach(engine.connection.counters) }
  }
  final unowned let store: NSPersistentStore
  final let slot: Int

  /// The identity of the coordinator, which exists as long as the adapter is in use.
  final let coordinator: ObjectIdentifier

  /// The metrics to which the connections' counters are added.
  private let metrics: MetricLedger

  /// The connections that read while this one is in use.
  final var readers: StoreReaders?

  final var readerPool: (any ReaderPool)? { readers }

  /// The cache of rows that were read or saved recently.
  final var cache: RowCache { engine.cache }

  init(_ engine: StoreEngine, slot: StoreSlot, store: NSPersistentStore) {
    self.engine = engine
    self.store = store
    self.slot = slot.number
    coordinator = ObjectIdentifier(slot.coordinator)
    metrics = slot.coordinator.metrics
    metrics.attach(engine.connection.counters)
  }

  // MARK: Database-specific behavior

  /// Whether a request that the database cannot execute is evaluated in memory.
  var answersInMemory: Bool { false }

  /// The error for the program.
  func failure(_ error: any Error) -> any Error { error }

  /// Writes the metadata of the store.
  func write(_ metadata: [String: Any]) throws {}

  /// Ensures that the connection can be used.
  func prepareConnection() throws {}

  /// Whether others can continue to use the connection.
  var isUsable: Bool { true }

  /// Runs a reading body, and translates its errors.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try translatingErrors(body)
  }

  // MARK: References

  func text(of reference: Reference) -> String? { nil }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    guard let number = Int64(text), number > 0 else { return nil }
    return Reference(number: number, entity: entity.number, store: slot)
  }

  // MARK: Reading

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    if let row = cache[reference] { return row }
    return try reading { try engine.storedRow(for: reference) }
  }

  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]
  {
    try reading {
      try engine.unreadableIndices(of: reference, row).map { shape.slots[$0].name }
    }
  }

  func objects(besides entities: Set<Int>) throws -> [String: Int] {
    try reading { try engine.strayRows(besides: entities) }
  }

  func forgetRows(of references: [Reference]) {
    for reference in references { cache.remove(reference) }
  }

  /// Throws if writes would not reach the location of the store.
  func confirmPlace() throws {}

  func forgetAllRows() { cache.removeAll() }

  func readRows(of references: [Reference]) throws {
    try reading { try engine.readRows(of: references) }
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try reading { StoreFetchResult(try engine.related(to: reference, at: index)) }
  }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    guard let first = references.first, let entity = engine.entities.entity(of: first) else {
      return nil
    }
    return try reading {
      try engine.related(toAll: references, of: entity, at: index)?
        .mapValues { StoreFetchResult($0) }
    }
  }

  /// Runs a body, and translates its errors for programs.
  final func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }
}

extension StoreFetchResult {
  init(_ fetched: FetchedRows) {
    self.init(references: fetched.references, rows: fetched.rows)
  }
}
