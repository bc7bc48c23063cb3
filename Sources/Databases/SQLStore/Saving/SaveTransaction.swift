import ObjectRows
import SQLDriver

/// One save to one database: keys for new objects, the search for unique values, and all changes, in one transaction.
///
/// The database's transaction begins with the first statement that writes. After a conflict it is taken back, keys
/// included, and the same save may begin another one.
package final class SaveTransaction {
  /// The state of the database's transaction.
  package enum State: Sendable {
    /// There is none.
    case idle
    /// It has begun.
    case begun
    /// All changes are written, and can still be taken back.
    case written
    /// It is committed.
    case committed
  }

  package private(set) var state = State.idle

  private unowned let engine: StoreEngine

  /// The changes that are written, and their writer.
  private var written: (changes: ChangeSet, rows: RowWriter)?

  /// The number of the history's transaction; nil if there is none, or before the commit that gives one.
  package private(set) var historyTransaction: Int64?

  init(_ engine: StoreEngine) {
    self.engine = engine
  }

  /// Begins the transaction, if there is none.
  package func begin() throws {
    guard state == .idle || state == .committed else { return }
    try engine.begin()
    state = .begun
  }

  /// Returns whether others may have saved before this transaction began, once.
  ///
  /// The engine's cache sets all rows aside then: what was read before may be outdated.
  package func takeNews() -> Bool {
    guard engine.othersHaveSaved else { return false }
    engine.othersHaveSaved = false
    engine.cache.setAside()
    return true
  }

  /// References for new objects, of the entities with these numbers.
  ///
  /// Keys of a transaction that is taken back are given again, unless they were taken outside of it.
  package func takeReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    if engine.bookkeeping.keysBelongToTransaction { try begin() }
    return try engine.takeReferences(ofEntities: numbers)
  }

  /// Writes all changes.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - author: The description of the transaction in the history.
  ///   - other: Writes contents of the database other than objects, before the history is written.
  /// - Throws: ``StoreError/conflicts(_:)`` if other connections have changed rows. Everything is taken back after
  ///   any error, but for that of a second call before a commit, which changes nothing.
  package func write(
    _ changes: ChangeSet,
    by author: HistoryAuthor,
    other: () throws -> Void = {}
  ) throws {
    guard state != .written else { throw misuse("There are changes that wait for their commit.") }
    do {
      try begin()
      let rows = RowWriter(engine)
      written = (changes, rows)
      let history = HistoryWriter(engine)
      try history?.takeTombstones(of: changes.deleted)
      try rows.write(changes)
      try other()
      historyTransaction = try history?.write(changes, by: author)
      try rows.readDerivedValues()
      try engine.connection.settle()
      state = .written
    } catch {
      takeBack()
      throw error
    }
  }

  /// Commits the transaction; then rows have their new versions, and other contexts may share them.
  ///
  /// - Throws: The database's error, after everything was taken back; nothing fails once the database has committed.
  package func commit() throws {
    guard state == .written, let (changes, rows) = written else {
      throw misuse("There are no changes to commit.")
    }
    do {
      let number = try engine.bookkeeping.commit(on: engine.connection)
      historyTransaction = number ?? historyTransaction
    } catch {
      takeBack()
      throw error
    }
    state = .committed
    written = nil
    rows.share(changes)
  }

  private func misuse(_ reason: String) -> SQLError { SQLError(.misuse, code: "save", reason) }

  /// Takes back what was not committed.
  package func takeBack() {
    guard state == .begun || state == .written else { return }
    written?.rows.discardFiles()
    written = nil
    historyTransaction = nil
    state = .idle
    if engine.connection.isInTransaction { try? engine.connection.rollBack() }
  }
}

extension StoreEngine {
  /// Begins a transaction that writes, and takes note of whether others have saved, for the next save.
  fileprivate func begin() throws {
    if try bookkeeping.begin(on: connection) {
      othersHaveSaved = true
      sharedFiles = nil
    }
  }

  /// Runs the body in a transaction that writes, which is taken back if the body throws.
  func writing<Result>(_ body: () throws -> Result) throws -> Result {
    if connection.isInTransaction { return try connection.transaction(.write, body) }
    let result: Result
    do {
      try begin()
      result = try body()
      _ = try bookkeeping.commit(on: connection)
    } catch {
      // The error of the body is what people must see, and the database may have rolled back already.
      if connection.isInTransaction { try? connection.rollBack() }
      throw error
    }
    return result
  }

  /// Gives references to new objects outside of a save; they are never given again.
  package func reserveReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    guard bookkeeping.keysBelongToTransaction else {
      return try takeReferences(ofEntities: numbers)
    }
    return try writing { try takeReferences(ofEntities: numbers) }
  }

  /// References for new objects, of the entities with these numbers.
  fileprivate func takeReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    let runs = try runs(of: numbers)
    var references: [Reference] = []
    references.reserveCapacity(numbers.count)
    if let only = runs.first, runs.count == 1 {
      append(only, after: try keySource(root: only.layout.root).take(only.count), to: &references)
      return references
    }
    var counts: [Int: Int] = [:]
    for run in runs { counts[run.layout.root, default: 0] += run.count }
    var last: [Int: Int64] = [:]
    for (root, count) in counts.sorted(by: { $0.key < $1.key }) {
      last[root] = try keySource(root: root).take(count)
    }
    for run in runs {
      let key = last[run.layout.root] ?? 0
      append(run, after: key, to: &references)
      last[run.layout.root] = key + Int64(run.count)
    }
    return references
  }

  /// Appends references to new objects with consecutive keys.
  private func append(
    _ run: (layout: ObjectLayout, count: Int),
    after last: Int64,
    to references: inout [Reference]
  ) {
    for key in 1...Int64(run.count) {
      references.append(entities.reference(last + key, run.layout.number))
    }
  }

  /// Consecutive objects of one entity.
  private func runs(of numbers: [Int]) throws -> [(layout: ObjectLayout, count: Int)] {
    var runs: [(layout: ObjectLayout, count: Int)] = []
    var last: Int?
    for number in numbers {
      if number == last {
        runs[runs.count - 1].count += 1
        continue
      }
      guard let layout = layout[entities.storedNumber(of: number)] else {
        throw StoreError.unknownEntity(entities.name(number))
      }
      runs.append((layout, 1))
      last = number
    }
    return runs
  }
}

// MARK: Unique values

extension StoreEngine {
  /// The object in the store with the values of a uniqueness constraint.
  ///
  /// In a save it is searched for in the transaction that writes, so that no other connection can insert one meanwhile.
  package func reference(
    having key: ConstraintKey,
    of constraint: EntityConstraint
  ) throws -> Reference? {
    guard let layout = layout[entities.storedNumber(of: constraint.entity)] else { return nil }
    var conditions: [String] = []
    var values: [SQLValue] = []
    for (index, value) in zip(constraint.indices, key.values) {
      guard let column = layout.fields[index].columns.first, let value = value.stored else {
        return nil
      }
      var type = OperandType.unknown
      if case .attribute(let stored) = layout.fields[index] { type = OperandType(stored.type) }
      conditions.append(
        OperandTyping(connection.dialect).binary(SQLFragment(column), type).text + " = ?"
      )
      values.append(value)
    }
    guard !conditions.isEmpty else { return nil }
    try save?.begin()
    let columns = layout.columns
    let statement = try connection.cached(
      marked: "SELECT \(columns.key), \(columns.entityNumber()) FROM \(layout.table)"
        + " WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"
    )
    try statement.bind(values)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let (number, entity) = StatementReader.identity(in: statement)
    let found = layout.tableFamily.contains(entity) ? entities.reference(number, entity) : .none
    return found.isNone ? nil : found
  }
}
