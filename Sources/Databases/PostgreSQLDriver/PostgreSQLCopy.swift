import CLibPQ
import SQLDriver

/// A batch of rows that is inserted by `COPY … FROM STDIN`, in the binary format; a few are inserted one by one.
///
/// Each chunk is sent as soon as it is full, so that the server works while the next one is assembled.
final class PostgreSQLCopy: PostgreSQLBatch {
  private let insertion: PostgreSQLPrepared
  private let sql: String
  private let types: [PostgreSQLType]
  private var rows: [UInt8] = []
  private var count = 0

  /// The number of rows from which a COPY is faster than statements in a pipeline.
  private static let least = 16

  /// The number of bytes per chunk.
  private static let pieceSize = 1 << 16

  /// Creates a batch; nil if the type of a column has no binary format here.
  init?(into table: String, columns: [String], _ insertion: PostgreSQLPrepared) {
    let types = insertion.types.compactMap { PostgreSQLType(rawValue: $0) }
    guard types.count == columns.count, types.allSatisfy({ $0.array != nil }) else { return nil }
    self.insertion = insertion
    self.types = types
    sql = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { rows.count >= Self.pieceSize }

  func add(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((Int) -> Void)?
  ) throws(SQLError) -> Bool {
    let start = rows.count
    rows.append(bigEndian: Int16(truncatingIfNeeded: parameters.count))
    for index in parameters.indices {
      switch try rows.append(withLength: parameters[index], as: types[index]) {
      case true?: continue
      case false?:
        rows.removeSubrange(start...)
        return false
      case nil:
        rows.removeSubrange(start...)
        throw .unfit(parameters[index], "\(types[index])", parameter: index, insertion.sql)
      }
    }
    count += 1
    report?(1)
    return true
  }

  func send(on handle: PostgreSQLHandle) throws(SQLError) {
    defer { removeAll() }
    if handle.copying !== self {
      try handle.endCopying()
      if count < Self.least, !isFull { return try insertOneByOne(on: handle) }
      try handle.beginCopying(self, sql)
    }
    handle.copiedRows += count
    try handle.copy(rows)
  }

  private func insertOneByOne(on handle: PostgreSQLHandle) throws(SQLError) {
    let rows = self.rows
    var place = 0
    for _ in 0..<count {
      // The number of columns.
      place += 2
      var places: [Range<Int>?] = []
      for _ in types {
        let value = rows.valuePlace(at: place)
        places.append(value)
        place = value?.upperBound ?? place + 4
      }
      let size = place
      var traced = handle.traced(insertion.sql)
      traced?.rows = 1
      try handle.enqueue(
        insertion.sql,
        byteCount: size,
        traced: traced,
        insertedRows: 1,
        nil
      ) { connection in
        rows.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { insertion.send(connection, places, in: $0) } ?? 0
        }
      }
    }
  }

  func removeAll() {
    rows.removeAll(keepingCapacity: true)
    count = 0
  }
}

extension [UInt8] {
  /// Appends the length of a value and its bytes.
  ///
  /// - Returns: Whether the bytes are in the binary format, or nil for a value that does not fit.
  @inline(__always)
  mutating func append(
    withLength cell: SQLCell,
    as type: PostgreSQLType
  ) throws(SQLError) -> Bool? {
    guard cell.kind != .null else {
      append(bigEndian: Int32(-1))
      return true
    }
    let start = count
    append(bigEndian: Int32(0))
    guard let isBinary = append(cell, as: type) else { return nil }
    store(Int32(clamping: count - start - 4), at: start)
    return isBinary
  }

  /// Overwrites an integer.
  @inline(__always)
  mutating func store(_ integer: Int32, at place: Int) {
    withUnsafeMutableBytes {
      $0.storeBytes(of: integer.bigEndian, toByteOffset: place, as: Int32.self)
    }
  }

  /// The range of a value whose length is at `place`; nil for null.
  func valuePlace(at place: Int) -> Range<Int>? {
    let length = withUnsafeBytes {
      Int32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: Int32.self))
    }
    return length < 0 ? nil : place + 4..<place + 4 + Int(length)
  }
}

// MARK: The protocol of COPY

extension PostgreSQLHandle {
  /// Begins a COPY to the server, after everything before it has completed.
  func beginCopying(_ batch: PostgreSQLCopy, _ sql: String) throws(SQLError) {
    try settleQueue()
    let result = try exchange { PQsendQuery($0, sql) }
    guard PQresultStatus(result) == PGRES_COPY_IN else {
      PQclear(try checked(result, sql: sql))
      throw SQLError(
        .other,
        code: "copy",
        "the server does not accept the rows of a COPY",
        sql: sql
      )
    }
    PQclear(result)
    counters.countStatement()
    copying = batch
    copiedRows = 0
    copySQL = sql
    copyTrace = traced(sql)
    // The signature, no flags, and no extension of the header.
    let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
    try copy(signature + [UInt8](repeating: 0, count: 8))
  }

  /// Sends bytes of a COPY.
  func copy(_ bytes: [UInt8]) throws(SQLError) {
    var start = 0
    // libpq copies its input, so large values are passed to it in parts.
    while start < bytes.count {
      let pointer = try open()
      let part = start..<min(start + Self.partSize, bytes.count)
      let code = bytes.withUnsafeBytes { bytes in
        PQputCopyData(
          pointer,
          UnsafeRawBufferPointer(rebasing: bytes[part]).baseAddress?
            .assumingMemoryBound(to: CChar.self),
          Int32(part.count)
        )
      }
      // The result of the whole command explains the refusal.
      guard code == 1 else { return try endCopying() }
      try flush(pointer)
      start = part.upperBound
    }
  }

  /// The number of bytes that are passed to libpq at once.
  private static let partSize = 1 << 18

  /// Ends the COPY in progress, and waits for its result.
  func endCopying() throws(SQLError) {
    guard copying != nil else { return }
    copying = nil
    let pointer = try open()
    // The end of the rows.
    let end: [CChar] = [-1, -1]
    PQputCopyData(pointer, end, 2)
    PQputCopyEnd(pointer, nil)
    let result = try checked(lastResult(pointer), sql: copySQL)
    let written = Self.changedRows(result)
    copyTrace?.rows = written
    PQclear(result)
    show(copyTrace)
    copyTrace = nil
    if written < copiedRows { throw .leftOut(copiedRows - written, of: copiedRows, copySQL) }
  }
}
