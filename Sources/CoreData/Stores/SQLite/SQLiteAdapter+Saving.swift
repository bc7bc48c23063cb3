import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

extension SQLiteAdapter {
  /// Takes keys for new objects, which nobody else gets any more.
  ///
  /// Keys are taken before the objects are saved, and never given back.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors {
      let runs = Self.runs(objects)
      var counts: [Int: Int] = [:]
      for run in runs {
        counts[try objectLayout(objects[run.lowerBound].shape).root, default: 0] += run.count
      }
      // In a save an error takes everything back, and these are a part of it.
      let last =
        isSaving ? try takeKeysInSave(counts) : try connection.transaction { try takeKeys(counts) }
      var next = last
      var references: [Reference] = []
      references.reserveCapacity(objects.count)
      for run in runs {
        let layout = try objectLayout(objects[run.lowerBound].shape)
        let first = next[layout.root] ?? 0
        for key in 1...Int64(run.count) {
          references.append(reference(first + key, entity: layout.number))
        }
        next[layout.root] = first + Int64(run.count)
      }
      return references
    }
  }

  private func takeKeysInSave(_ counts: [Int: Int]) throws -> [Int: Int64] {
    try beginWriting()
    return try takeKeys(counts)
  }

  /// Takes numbers of keys for trees of entities; the keys before come back.
  private func takeKeys(_ counts: [Int: Int]) throws -> [Int: Int64] {
    var last: [Int: Int64] = [:]
    for (root, count) in counts.sorted(by: { $0.key < $1.key }) {
      last[root] = try takeKeys(count, root: root)
    }
    return last
  }

  /// The places of objects of one entity that follow one another.
  private static func runs(_ objects: [NSManagedObject]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for place in 1..<max(1, objects.count + 1) {
      if place < objects.count, objects[place].shape === objects[start].shape { continue }
      runs.append(start..<place)
      start = place
    }
    return objects.isEmpty ? [] : runs
  }

  /// Raises the highest key of a tree of entities; what comes back is the key before.
  func takeKeys(_ count: Int, root: Int) throws -> Int64 {
    let source = try keySource(root: root)
    guard let last = try source.last() else { throw noKeys(root) }
    try source.raise(to: number(Int64(count), after: last, "keys"))
    return last
  }

  /// A number that is higher than one in the store; what is counted so is named in the error.
  func number(_ distance: Int64 = 1, after last: Int64, _ what: String) throws -> Int64 {
    let (next, overflow) = last.addingReportingOverflow(distance)
    guard !overflow else { throw StoreFailure.corrupt(file.url, "There are no more \(what).") }
    return next
  }

  func noKeys(_ root: Int) -> NSError {
    StoreFailure.corrupt(file.url, "Z_PRIMARYKEY lacks the entity \(root).")
  }

  func save(_ changes: StoreChanges) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try translatingErrors { try SQLitePreparedSave(changes, self).commit() }
  }

  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors { try SQLitePreparedSave(changes, self) }
  }
}

// MARK: The transaction of a save

extension SQLiteAdapter: SaveTransacting {
  func beginSave() {
    isSaving = true
  }

  func endSave() {
    isSaving = false
    rollBack()
  }

  /// Begins the transaction in which everything is done until the end of the save.
  func beginWriting() throws {
    if !connection.isInTransaction { try connection.begin(.write) }
  }

  func commit() throws {
    try connection.commit()
  }

  func rollBack() {
    if connection.isInTransaction { try? connection.rollBack() }
  }
}

// MARK: Constraints

extension SQLiteAdapter {
  /// The object in the store that has the given values where a constraint wants them to be its own.
  ///
  /// In a save it is looked for in the transaction that writes, so that nobody can get ahead.
  func reference(
    having key: ConstraintKey,
    of constraint: EntityConstraint
  ) throws -> Reference? {
    try translatingErrors {
      guard let layout = layout(ofEntity: constraint.entity) else { return nil }
      var conditions: [String] = []
      var values: [SQLValue] = []
      for (index, value) in zip(constraint.indices, key.values) {
        guard let column = layout.fields[index].columns.first, let value = value.storedKey else {
          return nil
        }
        conditions.append("\(column) = ?")
        values.append(value)
      }
      guard !conditions.isEmpty else { return nil }
      if isSaving, !store.isReadOnly { try beginWriting() }
      let columns = layout.columns
      let statement = try connection.cached(
        "SELECT \(columns.key), \(columns.entityNumber) FROM \(layout.table)"
          + " WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"
      )
      try statement.bind(values)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      let (key, entity) = StatementReader.identity(in: statement)
      let found = layout.tableFamily.contains(entity) ? reference(key, entity: entity) : .none
      return found.isNone ? nil : found
    }
  }
}

extension Value {
  /// What a column has that is compared with the value; nil for what columns cannot be asked for.
  fileprivate var storedKey: SQLValue? {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .float(let number): .real(Double(number))
    case .string(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(Array(data))
    case .uuid(let uuid): .blob(uuid.storedBytes)
    case .url(let url): .text(url.absoluteString)
    case .reference(let reference): .integer(reference.number)
    // The column's type makes it a number, if one is as exact.
    case .decimal(let number): .text(number.description)
    case .object, .none: nil
    }
  }
}

extension SQLiteAdapter: ChangeNoticing {
  /// SQLite counts what other connections have committed.
  func numberOfForeignState() throws -> Int64 {
    guard case .integer(let number) = try connection.value("PRAGMA data_version") else { return 0 }
    return number
  }
}
