import FoundationEssentials
import ObjectRows
import SQLDriver

/// The history in the tables of Core Data's own stores.
struct CoreDataHistory: HistoryRecording {
  private let engine: StoreEngine

  private var connection: any SQLConnection { engine.connection }

  init(_ engine: StoreEngine) { self.engine = engine }

  func exists() throws -> Bool { try HistoryStorage.exist(on: connection) }

  // MARK: Reading

  func lastTransaction() throws -> Int64 { try reader?.lastTransaction() ?? 0 }

  func transactions(_ query: HistoryQuery) throws -> [HistoryTransaction] {
    guard let reader = try reader else { return [] }
    switch query.start {
    case .transaction(let number):
      if number > 0, try !reader.isComplete(after: number) { throw StoreError.historyExpired }
      return try reader.transactions(
        where: "t.Z_PK > ?",
        .integer(number),
        withChanges: query.wantsChanges,
        limit: query.limit
      )
    case .date(let seconds):
      return try reader.transactions(
        where: "t.ZTIMESTAMP > ?",
        .real(seconds),
        withChanges: query.wantsChanges,
        limit: query.limit
      )
    }
  }

  func delete(_ part: HistoryPart) throws {
    guard let reader = try reader else { return }
    switch part {
    case .all: try reader.delete(where: "t.Z_PK > ?", .integer(0))
    case .before(let number): try reader.delete(where: "t.Z_PK < ?", .integer(number))
    case .beforeDate(let seconds): try reader.delete(where: "t.ZTIMESTAMP < ?", .real(seconds))
    case .transactions(let numbers):
      let keys = engine.layout.dialect.keyLists.selection
      try reader.delete(where: "t.Z_PK IN (\(keys))", engine.list(of: numbers))
    }
  }

  private var reader: HistoryReader? {
    get throws { try HistoryReader(engine) }
  }

  // MARK: Writing

  func write(_ records: [HistoryRecord], by author: HistoryAuthor) throws -> Int64? {
    let number = try writeTransaction(by: author)
    var last = try lastNumber(of: .change)
    let statement = try connection.cached(
      marked: "INSERT INTO ACHANGE"
        + "(Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
        + " VALUES(?, 16001, ?, ?, ?, ?, ?)"
    )
    for record in records {
      last = try engine.number(after: last, "numbers of changes")
      let entity = engine.entities.storedNumber(of: record.reference.entity)
      try statement.bind(integer: last, at: 0)
      try statement.bind(integer: record.kind.rawValue, at: 1)
      try statement.bind(integer: Int64(entity), at: 2)
      try statement.bind(integer: record.reference.number, at: 3)
      try statement.bind(integer: number, at: 4)
      try statement.bind(record.columns.map { .blob($0) } ?? .null, at: 5)
      try statement.run()
      if let tombstone = record.tombstone { try write(tombstone, ofChange: last) }
    }
    try setLastNumber(last, of: .change)
    return number
  }

  private func write(_ tombstone: [UInt8], ofChange number: Int64) throws {
    try connection.execute(HistoryStorage.tombstones)
    try connection.run(
      marked: "INSERT INTO ATOMBSTONE(Z_PK, ZVALUES) VALUES(?, ?)",
      .integer(number),
      .blob(tombstone)
    )
  }

  private func writeTransaction(by author: HistoryAuthor) throws -> Int64 {
    let number = try nextNumber(of: .transaction)
    try connection.run(
      marked:
        "INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS,"
        + " ZTIMESTAMP) VALUES(?, 16002, ?, ?, ?, ?, ?)",
      .integer(number),
      try string(author.author),
      try string(author.bundleID),
      try string(author.contextName),
      try string(author.processID),
      .real(Date().timeIntervalSinceReferenceDate)
    )
    try setLastNumber(number, of: .transaction)
    return number
  }

  // MARK: Numbers

  /// The number of a text that transactions share.
  private func string(_ text: String?) throws -> SQLValue {
    guard let text, !text.isEmpty else { return .null }
    let known = try connection.value(
      marked: "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?",
      .text(text)
    )
    if known != .null { return known }
    let number = try nextNumber(of: .string)
    try connection.run(
      marked: "INSERT INTO ATRANSACTIONSTRING(Z_PK, Z_ENT, ZNAME) VALUES(?, 16003, ?)",
      .integer(number),
      .text(text)
    )
    try setLastNumber(number, of: .string)
    return .integer(number)
  }

  private func lastNumber(of entity: HistoryStorage.Entity) throws -> Int64 {
    let last = try HistoryStorage.lastNumber(of: entity, on: connection)
    if let last { return last }
    throw StoreError.corrupt(
      "The highest number of \(entity.name) in Z_PRIMARYKEY is not a number."
    )
  }

  private func nextNumber(of entity: HistoryStorage.Entity) throws -> Int64 {
    try engine.number(after: lastNumber(of: entity), "numbers of \(entity.name)")
  }

  private func setLastNumber(_ number: Int64, of entity: HistoryStorage.Entity) throws {
    try HistoryStorage.setLastNumber(number, of: entity, on: connection)
  }
}
