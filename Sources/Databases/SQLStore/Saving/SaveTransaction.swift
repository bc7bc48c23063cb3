import ObjectRows
import SQLDriver

/// One save to one database: keys for new objects, the search for unique values, and all changes, in one transaction.
///
/// The database's transaction begins with the first statement that writes. After a conflict it is rolled back, keys
/// included, and the same save may begin another one.
package final class SaveTransaction {
  /// The state of the database's transaction.
  package enum State: Sendable {
    /// No transaction.
    case idle
    /// The transaction has begun.
    case begun
    /// All changes are written, and can still be rolled back.
    case written
    /// The transaction is committed.
    case committed
  }

  package var state: State { currentState }

  /// The number of the history's transaction; nil if there is none, or before the commit that gives one.
  package var historyTransaction: Int64? { historyNumber }

  // A transaction has one caller at a time; its variables are read and written whole. Other modules would check each
  // access to a variable.
  @exclusivity(unchecked) private var currentState = State.idle
  @exclusivity(unchecked) private var historyNumber: Int64?

  private unowned let engine: StoreEngine

  /// The writer of the changes that are written.
  @exclusivity(unchecked) private var written: RowWriter?

  init(_ engine: StoreEngine) {
    self.engine = engine
  }

  /// Begins the transaction, if there is none.
  package func begin() throws {
    guard state == .idle || state == .committed else { return }
    try engine.begin()
    currentState = .begun
  }

  /// Returns whether others may have saved before this transaction began; true at most once.
  ///
  /// The engine's cache then sets all rows aside: those that were read before may be outdated.
  package func noteOtherSaves() -> Bool {
    guard engine.othersHaveSaved else { return false }
    engine.othersHaveSaved = false
    engine.cache.setAside()
    return true
  }

  /// Returns references for new objects, of the entities with these numbers.
  ///
  /// Keys of a transaction that is rolled back are given out again, unless they were taken outside of it.
  package func takeReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    if engine.bookkeeping.keysBelongToTransaction { try begin() }
    return try engine.takeReferences(ofEntities: numbers)
  }

  /// Writes all changes.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - author: The description of the transaction in the history, evaluated only if the store keeps one.
  ///   - other: Writes contents of the database other than objects, before the history is written.
  /// - Throws: ``StoreError/conflicts(_:)`` if other connections have changed rows. Everything is rolled back after
  ///   any error, except that of a second call before a commit, which changes nothing.
  package func write(
    _ changes: ChangeSet,
    by author: @autoclosure () -> HistoryAuthor,
    other: () throws -> Void = {}
  ) throws {
    guard state != .written else { throw misuse("There are changes that wait for their commit.") }
    do {
      try begin()
      let rows = RowWriter(engine, changes)
      written = rows
      var history = HistoryWriter(engine)
      try history?.takeTombstones(of: changes.deleted)
      try rows.write()
      try other()
      historyNumber = try history?.write(changes, by: author())
      try rows.readDerivedValues()
      try engine.connection.settle()
      currentState = .written
    } catch {
      takeBack()
      throw error
    }
  }

  /// Commits the transaction; then rows have their new versions, and other contexts may share them.
  ///
  /// - Throws: The database's error, after everything was rolled back; nothing fails once the database has committed.
  package func commit() throws {
    guard state == .written, let rows = written else {
      throw misuse("There are no changes to commit.")
    }
    do {
      let number = try engine.bookkeeping.commit(on: engine.connection)
      historyNumber = number ?? historyNumber
    } catch {
      takeBack()
      throw error
    }
    currentState = .committed
    written = nil
    rows.share()
  }

  private func misuse(_ reason: String) -> SQLError { SQLError(.misuse, code: "save", reason) }

  /// Rolls back everything that was not committed.
  package func takeBack() {
    guard state == .begun || state == .written else { return }
    written?.discardFiles()
    written = nil
    historyNumber = nil
    currentState = .idle
    if engine.connection.isInTransaction { try? engine.connection.rollBack() }
  }
}

extension StoreEngine {
  /// Begins a writing transaction, and records for the next save whether others have saved.
  fileprivate func begin() throws {
    if try bookkeeping.begin(on: connection) {
      othersHaveSaved = true
      sharedFiles = nil
    }
  }

  /// Runs the body in a writing transaction, which is rolled back if the body throws.
  func writing<Result>(_ body: () throws -> Result) throws -> Result {
    if connection.isInTransaction { return try connection.transaction(.write, body) }
    let result: Result
    do {
      try begin()
      result = try body()
      _ = try bookkeeping.commit(on: connection)
    } catch {
      // The caller needs the error of the body, and the database may have rolled back already.
      if connection.isInTransaction { try? connection.rollBack() }
      throw error
    }
    return result
  }

  /// Returns references for new objects outside of a save; they are never given out again.
  package func reserveReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    guard bookkeeping.keysBelongToTransaction else {
      return try takeReferences(ofEntities: numbers)
    }
    return try writing { try takeReferences(ofEntities: numbers) }
  }

  /// Returns references for new objects, of the entities with these numbers.
  fileprivate func takeReferences(ofEntities numbers: [Int]) throws -> [Reference] {
    var references: [Reference] = []
    references.reserveCapacity(numbers.count)
    if let first = numbers.first, numbers.allSatisfy({ $0 == first }) {
      let only = (layout: try objectLayout(ofNumber: first), count: numbers.count)
      append(only, after: try keySource(root: only.layout.root).take(only.count), to: &references)
      return references
    }
    let runs = try runs(of: numbers)
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

  /// Groups consecutive objects of one entity.
  private func runs(of numbers: [Int]) throws -> [(layout: ObjectLayout, count: Int)] {
    var runs: [(layout: ObjectLayout, count: Int)] = []
    var last: Int?
    for number in numbers {
      if number == last {
        runs[runs.count - 1].count += 1
        continue
      }
      runs.append((try objectLayout(ofNumber: number), 1))
      last = number
    }
    return runs
  }

  /// The layout of the entity with a number in references.
  private func objectLayout(ofNumber number: Int) throws -> ObjectLayout {
    guard let layout = layout[entities.storedNumber(of: number)] else {
      throw StoreError.unknownEntity(entities.name(number))
    }
    return layout
  }
}

// MARK: Unique values

extension StoreEngine {
  /// The object in the store with the values of a uniqueness constraint.
  ///
  /// In a save it is searched for in the writing transaction, so that no other connection can insert one meanwhile.
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
