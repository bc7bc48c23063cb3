import ObjectRows
import SQLDriver
import SQLSchema

/// Writes the rows of a change set in a transaction, and shares them afterwards.
final class RowWriter {
  private let engine: StoreEngine
  private let changes: ChangeSet
  private let binder: ValueBinder

  // A writer has one caller at a time. Its variables are not read while they are changed: what is called meanwhile
  // uses the engine only.

  /// The statements for the entity of the object that was written last.
  @exclusivity(unchecked) private var latest: EntityStatements?

  /// The objects whose rows other connections have changed.
  @exclusivity(unchecked) private var conflicts: [StoreConflict] = []

  /// Those of them that are still to be read, where statements are queued.
  private var stale: [(reference: Reference, version: Int64)] = []

  /// The objects to be deleted that had no row of the known version, if any at all.
  private var absent: [(reference: Reference, version: Int64?)] = []

  private lazy var relationships = RelationshipWriter(engine)

  private let queues: Bool

  /// The files of large values that no row refers to after the transaction.
  @exclusivity(unchecked) private var outdatedFiles: [String] = []

  /// The written objects with values that the database computes.
  @exclusivity(unchecked) private var computing: [Reference] = []

  /// The rows of these objects with the computed values.
  @exclusivity(unchecked) private var computed: [Reference: Row] = [:]

  init(_ engine: StoreEngine, _ changes: ChangeSet) {
    self.engine = engine
    self.changes = changes
    binder = ValueBinder(engine)
    queues = engine.connection.isQueueing
  }

  /// Writes the changes in an order in which no unique value occurs twice: deletions come first.
  func write() throws {
    do {
      try writeRows()
    } catch let error as SQLError where error.kind == .uniqueConstraint && !conflicts.isEmpty {
      // A row that could not be written has kept the value.
    } catch let error as SQLError where error.kind == .uniqueConstraint && queues {
      // The same; rows can only be read after the failed transaction.
      try engine.connection.rollBack()
      for reference in try engine.outdated(in: changes) {
        try noteConflict(reference, expected: nil)
      }
      if conflicts.isEmpty { throw error }
    }
    guard conflicts.isEmpty else { throw StoreError.conflicts(conflicts) }
    try connect()
  }

  private func writeRows() throws {
    try DepartingRows(engine, binder).leave(changes)
    let disconnectsFirst = engine.connection.dialect.features.contains(.actingForeignKeys)
    if disconnectsFirst { try disconnect(changes.deleted) }
    let orderOfDeletions = order(of: changes.deleted.count) { changes.deleted[$0].reference }
    try changes.deleted.forEachInPlace(inOrder: orderOfDeletions) { try delete($0.pointee) }
    if !disconnectsFirst { try disconnect(changes.deleted) }
    if changes.updated.count > 1, engine.entities.haveConstraints {
      try UniqueValues(engine).vacate(changes.updated)
    }
    let order = order(of: changes.updated.count) { changes.updated[$0].reference }
    // In place, so that nothing is retained.
    try changes.updated.forEachInPlace(inOrder: order) { try write($0) }
    try insert(changes.inserted)
    guard queues else { return }
    try engine.connection.settle()
    try noteAbsent()
    for (reference, version) in stale { try noteConflict(reference, expected: version) }
  }

  /// The order in which rows are written that others may change concurrently; nil for that of the change set.
  ///
  /// In a database that locks single rows it is the order of the keys, so that programs cannot deadlock.
  private func order(of count: Int, _ reference: (Int) -> Reference) -> [Int]? {
    guard queues else { return nil }
    let indices = Array(0..<count)
    func isBefore(_ first: Int, _ second: Int) -> Bool {
      let (first, second) = (reference(first), reference(second))
      return (first.entity, first.number) < (second.entity, second.number)
    }
    return zip(indices, indices.dropFirst()).allSatisfy(isBefore)
      ? nil : indices.sorted(by: isBefore)
  }

  /// Removes deleted objects from other tables.
  private func disconnect(_ deletions: [ChangeSet.Deletion]) throws {
    for deletion in deletions where try statements(deletion.reference).isConnected {
      try relationships.disconnect(deletion.reference)
    }
  }

  /// Writes the relationships that rows alone do not store.
  private func connect() throws {
    var members: [(owner: Reference, changes: [MemberChange])] = []
    for index in changes.inserted.indices where !changes.inserted[index].members.isEmpty {
      members.append((changes.inserted[index].reference, changes.inserted[index].members))
    }
    for index in changes.updated.indices where !changes.updated[index].members.isEmpty {
      members.append((changes.updated[index].reference, changes.updated[index].members))
    }
    if members.isEmpty { return }
    for (owner, changes) in members { try relationships.write(changes, of: owner) }
    for (owner, changes) in members { try relationships.order(changes, of: owner) }
    try relationships.confirm()
  }

  /// Removes the files that were written, because the transaction was rolled back.
  func discardFiles() { binder.discardFiles() }

  // MARK: Rows

  /// The statements for the entity of a reference, which is usually that of the previous object.
  private func statements(_ reference: Reference) throws -> EntityStatements {
    if let latest, latest.entity.number == reference.entity { return latest }
    let found = try engine.statements(engine.entity(of: reference))
    latest = found
    return found
  }

  /// Inserts the rows, with consecutive ones of one entity together.
  private func insert(_ insertions: [ChangeSet.Insertion]) throws {
    try insertions.withUnsafeBufferPointer { insertions in
      var start = 0
      while start < insertions.count {
        let entity = insertions[start].reference.entity
        var end = start + 1
        while end < insertions.count, insertions[end].reference.entity == entity { end += 1 }
        try insert(run: UnsafeBufferPointer(rebasing: insertions[start..<end]))
        start = end
      }
    }
  }

  private func insert(run: UnsafeBufferPointer<ChangeSet.Insertion>) throws {
    let prepared = try statements(run[0].reference)
    try engine.insert(run.count, prepared, binder) { index in
      (run[index].reference.number, run[index].row, run[index].version)
    }
    if !prepared.derived.isEmpty { computing += run.map(\.reference) }
  }

  private func write(_ update: UnsafePointer<ChangeSet.Update>) throws {
    guard let row = update.pointee.row else { return }
    let reference = update.pointee.reference
    let baseVersion = update.pointee.baseVersion
    let prepared = try statements(reference)
    let rowUpdate = try prepared.update(update.pointee.changed.intersection(prepared.writableSet))
    try rememberFiles(of: reference, at: rowUpdate.external, prepared.layout)
    let version = try engine.number(after: baseVersion, "versions of an object")
    let statement = rowUpdate.statement
    try statement.bind(integer: version, at: 0)
    let end = try binder.bind(row, rowUpdate.indices, of: prepared, to: statement, from: 1)
    try statement.bind(integer: reference.number, at: end)
    try statement.bind(integer: baseVersion, at: end + 1)
    if prepared.hasDoubtfulMembers {
      try UnreadableMembers(engine: engine, prepared: prepared).keep(
        in: row,
        rowUpdate.indices,
        of: reference,
        in: statement,
        from: 1
      )
    }
    if queues {
      try statement.enqueue { [self] count in
        if count == 0 { stale.append((reference, baseVersion)) }
      }
    } else if try statement.run() == 0 {
      try noteConflict(reference, expected: baseVersion)
    }
    if !prepared.derived.isEmpty { computing.append(reference) }
  }

  private func delete(_ deletion: ChangeSet.Deletion) throws {
    let reference = deletion.reference
    let prepared = try statements(reference)
    let layout = prepared.layout
    try rememberFiles(of: reference, at: prepared.external, layout)
    guard let base = deletion.row?.version else {
      let write = SQLRowWrite(layout.table, .deletion(matching: [layout.columns.key]))
      let statement = try engine.connection.cached(write)
      try statement.bind(integer: reference.number, at: 0)
      try engine.connection.finish(statement) { [self] count in
        if count == 0 { absent.append((reference, nil)) }
      }
      return queues ? () : try noteAbsent()
    }
    let statement = try prepared.delete()
    try statement.bind(integer: reference.number, at: 0)
    try statement.bind(integer: base, at: 1)
    if queues {
      try statement.enqueue { [self] count in
        if count == 0 { absent.append((reference, base)) }
      }
    } else if try statement.run() == 0 {
      absent.append((reference, base))
      try noteAbsent()
    }
  }

  /// Records conflicts for the deletions that found no row, unless the object does not exist any more.
  private func noteAbsent() throws {
    for (reference, version) in absent {
      let layout = try statements(reference).layout
      let rest = try engine.connection.value(
        marked: "SELECT COUNT(*) FROM \(layout.table) WHERE \(layout.columns.key) = ?",
        .integer(reference.number)
      )
      if rest == .integer(0) { continue }
      if version == nil { throw StoreError.leftOut(entity: engine.entities.name(reference.entity)) }
      try noteConflict(reference, expected: version)
    }
    absent.removeAll()
  }

  /// Records that the row of an object does not have the expected version.
  ///
  /// - Throws: ``StoreError/leftOut(entity:)`` if it has that version, and still was not written.
  private func noteConflict(_ reference: Reference, expected: Int64?) throws {
    let cached = engine.cache[reference]
    // The transaction may have changed the row, and will be rolled back.
    let persisted = try engine.storedRow(for: reference, isShared: false)
    engine.cache.remove(reference)
    if let expected, persisted?.version == expected {
      throw StoreError.leftOut(entity: engine.entities.name(reference.entity))
    }
    conflicts.append(StoreConflict(reference: reference, cached: cached, persisted: persisted))
  }

  private func rememberFiles(
    of reference: Reference,
    at indices: [Int],
    _ layout: ObjectLayout
  ) throws {
    if indices.isEmpty { return }
    outdatedFiles += try engine.externalFiles(ofKey: reference.number, at: indices, layout)
  }

  // MARK: After the transaction

  /// Sets the new versions of the rows, and caches them.
  func share() {
    for deletion in changes.deleted { engine.cache.remove(deletion.reference) }
    engine.forgetComputedRows()
    engine.cache.reserve(changes.inserted.count)
    changes.raiseVersions { row, reference in share(row, of: reference) }
    engine.removeFiles(outdatedFiles)
  }

  private func share(_ row: Row, of reference: Reference) {
    // Every row that is written has statements.
    guard let prepared = try? statements(reference) else { return engine.cache.remove(reference) }
    if !computed.isEmpty, let stored = computed[reference] {
      for index in prepared.derived { row.setValue(stored.value(at: index), at: index) }
      // A trigger may have incremented the version once more.
      row.version = stored.version
    }
    engine.cache.set(
      prepared.hasSharedRows ? row : prepared.entity.sharedCopy(of: row),
      for: reference
    )
  }

  /// Reads the values that the database has computed for the written rows.
  func readDerivedValues() throws {
    for reference in computing {
      computed[reference] = try engine.storedRow(for: reference, isShared: false)
    }
  }
}

extension StoreEngine {
  /// Inserts the rows of new objects of one entity, with as few statements as possible.
  func insert(
    _ count: Int,
    _ prepared: EntityStatements,
    _ binder: ValueBinder,
    _ element: (_ index: Int) -> (key: Int64, row: Row, version: Int64)
  ) throws {
    var index = 0
    while index < count {
      let isBlock = prepared.rowsInBlock > 1 && count - index >= prepared.rowsInBlock
      let statement = try isBlock ? prepared.insertBlock() : prepared.insert()
      let end = isBlock ? index + prepared.rowsInBlock : index + 1
      var place = 0
      while index < end {
        let (key, row, version) = element(index)
        place = try bind(row, key, version, prepared, binder, to: statement, from: place)
        index += 1
      }
      if connection.isQueueing {
        try statement.enqueue()
      } else if try statement.run() < (isBlock ? prepared.rowsInBlock : 1) {
        throw StoreError.leftOut(entity: prepared.entity.name)
      }
      if isBlock { statement.releaseLargeBindings() }
    }
  }

  /// Binds the parameters of one inserted row, and returns the index after them.
  private func bind(
    _ row: Row,
    _ key: Int64,
    _ version: Int64,
    _ prepared: EntityStatements,
    _ binder: ValueBinder,
    to statement: SQLStatement,
    from first: Int
  ) throws -> Int {
    try statement.bind(integer: key, at: first)
    var place = first + 1
    if prepared.layout.columns.entityNumber != nil {
      try statement.bind(integer: Int64(prepared.layout.number), at: place)
      place += 1
    }
    try statement.bind(integer: version, at: place)
    return try binder.bind(row, prepared.writable, of: prepared, to: statement, from: place + 1)
  }

  /// Sets some properties of an object, whatever its version is.
  func overwrite(
    _ row: Row,
    at indices: [Int],
    of reference: Reference,
    _ binder: ValueBinder
  ) throws {
    let prepared = try statements(entity(of: reference))
    let layout = prepared.layout
    var assignments = [layout.columns.versionIncrement]
    assignments += indices.flatMap { layout.fields[$0].columns }.map { "\($0) = ?" }
    let statement = try connection.cached(
      marked: "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) = ?"
    )
    let end = try binder.bind(row, indices, of: prepared, to: statement, from: 0)
    try statement.bind(integer: reference.number, at: end)
    if try statement.run() == 0 { try confirmAbsence(of: [reference], layout) }
  }

  /// Throws unless the changed rows are those that still exist: on a server another program may have deleted rows
  /// since they were found.
  ///
  /// - Throws: ``StoreError/leftOut(entity:)`` if more exist.
  func confirmAbsence(
    of references: [Reference],
    except count: Int = 0,
    _ layout: ObjectLayout
  ) throws {
    let rest = try connection.value(
      marked: "SELECT COUNT(*) FROM \(layout.table)"
        + " WHERE \(layout.columns.key) \(self.layout.isAmongKeys)",
      list(of: references.map(\.number))
    )
    guard case .integer(let present) = rest, present <= count else {
      throw StoreError.leftOut(entity: entities.name(references.first?.entity ?? 0))
    }
  }

  /// The names of the files with the values of some properties of an object.
  func externalFiles(
    ofKey key: Int64,
    at indices: [Int],
    _ layout: ObjectLayout
  ) throws -> [String] {
    try indices.compactMap { index in
      guard case .attribute(let column) = layout.fields[index], column.isExternal else {
        return nil
      }
      let value = try connection.value(
        marked: "SELECT \(column.name) FROM \(layout.table) WHERE \(layout.columns.key) = ?",
        .integer(key)
      )
      guard case .blob(let bytes) = value else { return nil }
      return ExternalDataFolder.fileName(in: bytes)
    }
  }
}

extension Array {
  /// Calls `body` with the address of each element, so that nothing in it is retained for the call.
  fileprivate func forEachInPlace(
    inOrder order: [Int]? = nil,
    _ body: (UnsafePointer<Element>) throws -> Void
  ) rethrows {
    try withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      if let order {
        for index in order { try body(first + index) }
      } else {
        for index in elements.indices { try body(first + index) }
      }
    }
  }
}
