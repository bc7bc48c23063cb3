import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Writes changes in a transaction, and afterwards lets the objects know.
final class SQLiteSave {
  private let adapter: SQLiteAdapter
  private let binder: ValueBinder

  /// The objects that were updated, and the versions that their rows have once the transaction has succeeded.
  private var updated: [NSManagedObject] = []
  private var versions: [Int64] = []

  /// What is prepared for the entity of the object that was written last.
  @exclusivity(unchecked) private var latest: EntityStatements?

  /// Who was changed elsewhere.
  private var conflicts: [StoreConflicts.Conflict] = []

  /// The files of external data that nobody needs any more after the transaction.
  private var outdatedFiles: [String] = []

  init(_ adapter: SQLiteAdapter) {
    self.adapter = adapter
    binder = ValueBinder(adapter)
  }

  /// Everything goes in an order in which no unique value is there twice: what is deleted goes first.
  func write(_ changes: StoreChanges) throws {
    for object in changes.deleted { try delete(object) }
    if changes.updated.count > 1 { try UniqueValues(adapter).vacate(changes.updated) }
    for object in changes.updated { try update(object) }
    for object in changes.inserted { try insert(object) }
    guard conflicts.isEmpty else { throw StoreConflicts(conflicts: conflicts) }
    let connected = try connected(changes.inserted) + connected(changes.updated)
    if connected.isEmpty { return }
    let relationships = RelationshipWriter(adapter)
    for object in connected { try relationships.write(object) }
    for object in connected { try relationships.order(object) }
  }

  /// The objects with relationships that are not in rows alone.
  private func connected(_ objects: [NSManagedObject]) throws -> [NSManagedObject] {
    var last: EntityShape?
    var isConnected = false
    var connected: [NSManagedObject] = []
    for object in objects {
      if last !== object.shape {
        last = object.shape
        isConnected = try !adapter.statements(object.shape).connected.isEmpty
      }
      if isConnected, object.related != nil { connected.append(object) }
    }
    return connected
  }

  /// Undoes what a transaction does not.
  func discard() {
    for name in binder.writtenFiles { adapter.external.remove(name) }
  }

  // MARK: Rows

  /// What is prepared for an entity, which mostly is that of the object before.
  private func statements(_ shape: EntityShape) throws -> EntityStatements {
    if let latest, latest.shape === shape { return latest }
    let found = try adapter.statements(shape)
    latest = found
    return found
  }

  private func insert(_ object: NSManagedObject) throws {
    guard let row = object.row else { return }
    try adapter.insert(row, key: object.reference.number, statements(object.shape), binder)
  }

  private func update(_ object: NSManagedObject) throws {
    guard let row = object.row else { return }
    let prepared = try statements(object.shape)
    var changed = PropertySet()
    for index in prepared.writable
    where object.changed.contains(index) && object.differsFromStored(index) {
      changed.insert(index)
    }
    guard !changed.isEmpty || object.hasPersistentChangedValues else { return }
    let update = try prepared.update(changed)
    try rememberFiles(of: object, at: update.external, prepared.layout)
    let base = (object.committed ?? row).version
    let version = try adapter.number(after: base, "versions of an object")
    let statement = update.statement
    try statement.bind(integer: version, at: 0)
    let end = try binder.bind(row, update.indices, of: prepared, to: statement, from: 1)
    try statement.bind(integer: object.reference.number, at: end)
    try statement.bind(integer: base, at: end + 1)
    if try statement.run() == 0 { try noteConflict(object) }
    updated.append(object)
    versions.append(version)
  }

  private func delete(_ object: NSManagedObject) throws {
    let prepared = try adapter.statements(object.shape)
    let layout = prepared.layout
    try rememberFiles(of: object, at: prepared.external, layout)
    let condition = "\(layout.table) WHERE \(layout.columns.key) = ?"
    let key = object.reference.number
    if let base = (object.committed ?? object.row)?.version {
      let statement = try prepared.delete()
      try statement.bind(integer: key, at: 0)
      try statement.bind(integer: base, at: 1)
      if try statement.run() == 0 {
        let rest = try adapter.connection.value("SELECT COUNT(*) FROM \(condition)", .integer(key))
        if rest != .integer(0) { try noteConflict(object) }
      }
    } else {
      try adapter.connection.run("DELETE FROM \(condition)", .integer(key))
    }
    if !prepared.disconnected.isEmpty { try RelationshipWriter(adapter).disconnect(object) }
  }

  private func noteConflict(_ object: NSManagedObject) throws {
    let cached = adapter.cache[object.reference]
    let persisted = try adapter.storedRow(for: object.reference, of: object.shape)
    conflicts.append(.init(object: object, cached: cached, persisted: persisted))
  }

  // MARK: External data

  private func rememberFiles(
    of object: NSManagedObject,
    at indices: [Int],
    _ layout: ObjectLayout
  ) throws {
    if indices.isEmpty { return }
    outdatedFiles += try adapter.externalFiles(
      ofKey: object.reference.number,
      at: indices,
      layout
    )
  }

  // MARK: After the transaction

  /// Gives the objects their versions, and shares their rows.
  func finish(_ changes: StoreChanges) throws {
    for object in changes.deleted { adapter.cache.remove(object.reference) }
    adapter.cache.reserve(changes.inserted.count)
    for object in changes.inserted { try share(object, version: 1, statements(object.shape)) }
    for (object, version) in zip(updated, versions) {
      try share(object, version: version, statements(object.shape))
    }
    for name in outdatedFiles { adapter.external.remove(name) }
  }

  /// Gives the row of an object its version, and lets others have the row.
  private func share(
    _ object: NSManagedObject,
    version: Int64,
    _ prepared: EntityStatements
  ) throws {
    guard let row = object.row else { return }
    if object.state.contains(.ownsRow) {
      row.version = version
    } else {
      object.row = row.copy()
      object.row?.version = version
    }
    if !prepared.derived.isEmpty { try takeDerivedValues(object, prepared.derived) }
    guard let saved = object.row else { return }
    adapter.cache.set(
      prepared.hasSharedRows ? saved : saved.copyForStore(object.shape),
      for: object.reference
    )
  }

  /// Reads what the database has worked out.
  private func takeDerivedValues(_ object: NSManagedObject, _ derived: [Int]) throws {
    guard let stored = try adapter.storedRow(for: object.reference, of: object.shape) else {
      return
    }
    for index in derived { object.row?.setValue(stored.value(at: index), at: index) }
    object.row?.version = stored.version
  }
}

extension NSManagedObject {
  /// Whether a value is another than the one that was fetched or saved last.
  final func differsFromStored(_ index: Int) -> Bool {
    guard let committed, let row else { return true }
    return !row.value(at: index).isSame(as: committed.value(at: index))
  }
}
