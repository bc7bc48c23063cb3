import CLibPQ
import SQLDriver

/// A batch of rows that one statement writes, with an array for each parameter; a single row is written by itself.
final class PostgreSQLArrays: PostgreSQLBatch {
  private let single: PostgreSQLPrepared
  private let types: [PostgreSQLType]

  /// The statement with arrays, without a result and with the indices of the changed rows.
  private let text: (plain: String, reporting: String)
  private let kind: SQLRowWrite.Kind
  private var several: (plain: PostgreSQLPrepared?, reporting: PostgreSQLPrepared?)

  /// The arrays in the binary format.
  private var columns: [[UInt8]]
  private var count = 0
  private var byteCount = 0
  private var reports: [((Int) -> Void)?] = []
  private var hasReports = false

  /// The limits on rows and bytes that are sent together.
  private static let limit = (rows: 2_000, bytes: 1 << 18)

  /// The dimensions, whether there are nulls, the type, the number of values and that of the first one.
  private static let headerSize = 20

  /// Creates a batch; nil if the type of a parameter has no array type here.
  init?(_ write: SQLRowWrite, _ single: PostgreSQLPrepared) {
    let types = single.types.compactMap { PostgreSQLType(rawValue: $0) }
    guard !types.isEmpty, types.count == single.types.count,
      let text = write.textForArrays(of: types)
    else { return nil }
    self.single = single
    self.types = types
    self.text = text
    kind = write.kind
    columns = types.map { _ in [] }
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.limit.rows || byteCount >= Self.limit.bytes }

  func add(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((Int) -> Void)?
  ) throws(SQLError) -> Bool {
    if count == 0 {
      for index in columns.indices {
        columns[index].append(contentsOf: repeatElement(0, count: Self.headerSize))
      }
    }
    for index in columns.indices {
      let start = columns[index].count
      let isBinary = try columns[index].append(withLength: parameters[index], as: types[index])
      guard isBinary == true else {
        columns[index].removeSubrange(start...)
        removeLastValues(of: 0..<index)
        if isBinary == false { return false }
        throw .unfit(parameters[index], "\(types[index])", parameter: index, single.sql)
      }
      byteCount += columns[index].count - start
    }
    count += 1
    reports.append(report)
    if report != nil { hasReports = true }
    return true
  }

  /// Removes the values of a row that could not be added.
  private func removeLastValues(of indices: Range<Int>) {
    for index in indices {
      var place = Self.headerSize
      for _ in 0..<count { place = columns[index].valuePlace(at: place)?.upperBound ?? place + 4 }
      columns[index].removeSubrange(place...)
    }
    if count == 0 { removeAll() }
  }

  func send(on handle: PostgreSQLHandle) throws(SQLError) {
    defer { removeAll() }
    try handle.endCopying()
    if count == 1 { return try sendSingle(on: handle) }
    for index in columns.indices {
      columns[index].store(1, at: 0)
      // It does no harm to state that there may be nulls.
      columns[index].store(1, at: 4)
      columns[index].store(Int32(bitPattern: single.types[index]), at: 8)
      columns[index].store(Int32(clamping: count), at: 12)
      columns[index].store(1, at: 16)
    }
    let statement = try statement(on: handle)
    let reports = self.reports
    var bytes: [UInt8] = []
    var places: [Range<Int>?] = []
    for column in columns {
      places.append(bytes.count..<bytes.count + column.count)
      bytes += column
    }
    var report: (([OpaquePointer]) -> Void)?
    switch kind {
    case _ where !hasReports: break
    case .insertion: report = { _ in for report in reports { report?(1) } }
    case .insertionIfAbsent:
      report = { results in
        // Only the total number of inserted rows is known.
        let hasAll = results.last.map(PostgreSQLHandle.changedRows) == reports.count
        for report in reports { report?(hasAll ? 1 : 0) }
      }
    case .update, .deletion: report = { results in Self.report(results, to: reports) }
    }
    var traced = handle.traced(statement.sql)
    traced?.rows = count
    try handle.enqueue(
      statement.sql,
      byteCount: byteCount,
      traced: traced,
      insertedRows: kind.insertedRows * count,
      results: report
    ) { connection in
      bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { statement.send(connection, places, in: $0) } ?? 0
      }
    }
  }

  private func sendSingle(on handle: PostgreSQLHandle) throws(SQLError) {
    var bytes: [UInt8] = []
    var places: [Range<Int>?] = []
    for column in columns {
      let start = bytes.count
      bytes += column
      let value = column.valuePlace(at: Self.headerSize)
      places.append(value.map { start + $0.lowerBound..<start + $0.upperBound })
    }
    var traced = handle.traced(single.sql)
    traced?.rows = 1
    try handle.enqueue(
      single.sql,
      byteCount: byteCount,
      traced: traced,
      insertedRows: kind.insertedRows,
      reports.first ?? nil
    ) { connection in
      bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { single.send(connection, places, in: $0) } ?? 0
      }
    }
  }

  /// The statement with arrays, prepared on first use.
  private func statement(on handle: PostgreSQLHandle) throws(SQLError) -> PostgreSQLPrepared {
    if let known = hasReports ? several.reporting : several.plain { return known }
    let types = self.types.map { $0.array?.identifier ?? 0 }
    let made = try handle.prepare(hasReports ? text.reporting : text.plain, types)
    if hasReports { several.reporting = made } else { several.plain = made }
    return made
  }

  /// Reports which rows were changed, by their indices in the results.
  private static func report(_ results: [OpaquePointer], to reports: [((Int) -> Void)?]) {
    var counts = [Int](repeating: 0, count: reports.count)
    for result in results {
      for row in 0..<PQntuples(result) {
        guard let bytes = PQgetvalue(result, row, 0) else { continue }
        let number = Int64(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Int64.self))
        if counts.indices.contains(Int(number) - 1) { counts[Int(number) - 1] += 1 }
      }
    }
    for (report, count) in zip(reports, counts) { report?(count) }
  }

  func removeAll() {
    for index in columns.indices { columns[index].removeAll(keepingCapacity: true) }
    reports.removeAll(keepingCapacity: true)
    hasReports = false
    count = 0
    byteCount = 0
  }

  /// Records that the statements with arrays are no longer needed.
  func abandon(on handle: PostgreSQLHandle) {
    for statement in [several.plain, several.reporting] {
      if let statement { handle.abandon(statement.name) }
    }
  }
}

extension SQLRowWrite {
  /// The statement with an array of values for each parameter, without a result and with the indices of the changed
  /// rows; nil if a type has no array type here.
  fileprivate func textForArrays(
    of types: [PostgreSQLType]
  ) -> (plain: String, reporting: String)? {
    var arrays: [String] = []
    for (index, type) in types.enumerated() {
      guard let array = type.array else { return nil }
      arrays.append("pg_catalog.unnest($\(index + 1)::\(array.element)[])")
    }
    // No column of a model has such names.
    let names = types.indices.map { "\"$\($0 + 1)\"" }
    let source = "ROWS FROM (\(arrays.joined(separator: ", ")))"
    let values = source + " WITH ORDINALITY AS \"$\" (\(names.joined(separator: ", ")), \"$#\")"
    func condition(_ expressions: [String], from first: Int) -> String {
      " WHERE "
        + expressions.enumerated().map { "\($1) = \"$\".\(names[first + $0])" }
        .joined(separator: " AND ")
    }
    let text: String
    switch kind {
    case .insertion(let columns), .insertionIfAbsent(let columns):
      var insertion =
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT * FROM \(source)"
      if case .insertionIfAbsent = kind { insertion += " ON CONFLICT DO NOTHING" }
      return (insertion, insertion)
    case .update(let columns, let cleared, let matching):
      let assignments =
        columns.enumerated().map { "\($1) = \"$\".\(names[$0])" } + cleared.map { "\($0) = NULL" }
      text =
        "UPDATE \(table) SET \(assignments.joined(separator: ", ")) FROM \(values)"
        + condition(matching, from: columns.count)
    case .deletion(let matching):
      text = "DELETE FROM \(table) USING \(values)" + condition(matching, from: 0)
    }
    return (text, text + " RETURNING \"$\".\"$#\"")
  }
}
