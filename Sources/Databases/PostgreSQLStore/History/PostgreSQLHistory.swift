import FoundationEssentials
import ObjectRows
import SQLDriver
import SQLStore

/// The history in `coredata_transaction` and `coredata_change`.
struct PostgreSQLHistory: HistoryRecording {
  private let engine: StoreEngine
  private let bookkeeping: PostgreSQLBookkeeping

  private var connection: any SQLConnection { engine.connection }

  init(_ engine: StoreEngine, _ bookkeeping: PostgreSQLBookkeeping) {
    self.engine = engine
    self.bookkeeping = bookkeeping
  }

  func exists() throws -> Bool {
    try connection.value("SELECT count(*) FROM coredata_counter WHERE name = 'history'")
      != .integer(0)
  }

  // MARK: Writing

  func write(_ records: [HistoryRecord], by author: HistoryAuthor) throws -> Int64? {
    let id = try bookkeeping.record().bytes
    try connection.run(
      "UPDATE coredata_transaction SET moment = $2, author = $3, bundle_id = $4,"
        + " context_name = $5, process_id = $6 WHERE id = $1",
      .blob(id),
      .real(Date().timeIntervalSinceReferenceDate),
      author.author.value,
      author.bundleID.value,
      author.contextName.value,
      author.processID.value
    )
    let columns = ["transaction_id", "kind", "entity", "object", "properties", "tombstone"]
    let statement = try connection.cached(
      SQLRowWrite("coredata_change", .insertion(columns: columns))
    )
    for record in records {
      let entity = engine.entities.storedNumber(of: record.reference.entity)
      try statement.bind([
        .blob(id),
        .integer(record.kind.rawValue),
        .integer(Int64(entity)),
        .integer(record.reference.number),
        record.columns.map { .blob($0) } ?? .null,
        record.tombstone.map { .blob($0) } ?? .null,
      ])
      try statement.enqueue()
    }
    return nil
  }

  // MARK: Reading

  func lastTransaction() throws -> Int64 {
    let last = try connection.value("SELECT last FROM coredata_counter WHERE name = 'history'")
    if case .integer(let number) = last { return number }
    return 0
  }

  func transactions(_ query: HistoryQuery) throws -> [HistoryTransaction] {
    let condition: String
    let value: SQLValue
    switch query.start {
    case .transaction(let number):
      if number > 0, try !isComplete(after: number) { throw StoreError.historyExpired }
      condition = "number > $1"
      value = .integer(number)
    case .date(let seconds):
      condition = "number IS NOT NULL AND moment > $1"
      value = .real(seconds)
    }
    let rows = try connection.rows(
      "SELECT number, moment, author, bundle_id, context_name, process_id, id"
        + " FROM coredata_transaction WHERE \(condition) ORDER BY number"
        + " LIMIT $2",
      value,
      query.limit > 0 ? .integer(Int64(query.limit)) : .null
    )
    return try rows.compactMap { row in
      guard case .integer(let number) = row[0], case .blob(let id) = row[6] else { return nil }
      var seconds = 0.0
      if case .real(let moment) = row[1] { seconds = moment }
      return HistoryTransaction(
        number: number,
        seconds: seconds,
        author: HistoryAuthor(
          author: row[2].text,
          contextName: row[4].text,
          bundleID: row[3].text,
          processID: row[5].text
        ),
        changes: query.wantsChanges ? try changes(of: id) : nil
      )
    }
  }

  /// Whether no transaction after `number` is missing.
  private func isComplete(after number: Int64) throws -> Bool {
    guard try number < lastTransaction() else { return true }
    let lowest = try connection.value("SELECT MIN(number) FROM coredata_transaction")
    guard case .integer(let first) = lowest else { return false }
    return first <= number + 1
  }

  private func changes(of id: [UInt8]) throws -> [HistoryChange] {
    let rows = try connection.rows(
      "SELECT number, kind, entity, object, properties, tombstone FROM coredata_change"
        + " WHERE transaction_id = $1 ORDER BY number",
      .blob(id)
    )
    return rows.compactMap { row in
      guard case .integer(let number) = row[0], case .integer(let code) = row[1],
        case .integer(let entity) = row[2], case .integer(let key) = row[3],
        let kind = HistoryChangeKind(rawValue: code)
      else { return nil }
      return engine.historyChange(
        number: number,
        kind: kind,
        entity: Int(truncatingIfNeeded: entity),
        key: key,
        columns: row[4].bytes,
        tombstone: row[5].bytes
      )
    }
  }

  // MARK: Deleting

  /// Deletes a part of the history; the markers of its transactions stay until no program can ask for them.
  func delete(_ part: HistoryPart) throws {
    let condition: String
    var value = SQLValue.integer(0)
    switch part {
    case .all: condition = "number > $1"
    case .before(let number):
      condition = "number < $1"
      value = .integer(number)
    case .beforeDate(let seconds):
      condition = "number IS NOT NULL AND moment < $1"
      value = .real(seconds)
    case .transactions(let numbers):
      condition = "number = ANY ($1::bigint[])"
      value = .text("{" + numbers.map(String.init).joined(separator: ",") + "}")
    }
    try connection.transaction {
      try connection.run(
        "DELETE FROM coredata_change WHERE transaction_id IN"
          + " (SELECT id FROM coredata_transaction WHERE \(condition))",
        value
      )
      try connection.run("UPDATE coredata_transaction SET number = NULL WHERE \(condition)", value)
    }
  }
}

extension String? {
  fileprivate var value: SQLValue { map(SQLValue.text) ?? .null }
}

extension SQLValue {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  fileprivate var bytes: [UInt8]? {
    if case .blob(let bytes) = self { bytes } else { nil }
  }
}
