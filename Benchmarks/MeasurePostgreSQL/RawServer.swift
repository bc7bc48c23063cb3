import CLibPQ
import Foundation
import Measuring

struct RawFailure: Error {
  var message: String
}

/// A minimal wrapper of libpq, since a reference must not be slow.
final class RawServer {
  private let pointer: OpaquePointer

  /// The players that were inserted last.
  private var keys: [Int64] = []

  init(connection: String) throws {
    if let reason = libpq_load() { throw RawFailure(message: String(cString: reason)) }
    let opened = connection.withCString { connection in
      "dbname".withCString { PQconnectdbParams([$0, nil], [connection, nil], 1) }
    }
    guard let opened, PQstatus(opened) == CONNECTION_OK else {
      throw RawFailure(message: "there is no connection")
    }
    pointer = opened
  }

  deinit { PQfinish(pointer) }

  /// Runs statements, whose last result has one of two states.
  @discardableResult
  func execute(_ sql: String, endsIn status: ExecStatusType = PGRES_COMMAND_OK) throws -> Int {
    try finish(PQsendQuery(pointer, sql), status)
  }

  private func finish(_ code: Int32, _ status: ExecStatusType) throws -> Int {
    guard code == 1 else { throw failure }
    var rows = 0
    while let result = PQgetResult(pointer) {
      defer { PQclear(result) }
      let found = PQresultStatus(result)
      rows = Int(PQntuples(result))
      guard found == status || found == PGRES_COMMAND_OK || found == PGRES_TUPLES_OK else {
        throw failure
      }
      if found == PGRES_COPY_IN { break }
    }
    return rows
  }

  private var failure: RawFailure { RawFailure(message: String(cString: PQerrorMessage(pointer))) }

  // MARK: Writing

  func insert(_ squad: Squad) throws {
    try execute("BEGIN")
    try copy("team (object_id, object_version, name, uniform_color)", squad.teamNames.count) {
      $0.append(Int64($1 + 1), Int64(1))
      $0.append(text: squad.teamNames[$1])
      $0.append(text: squad.colors[$1 % squad.colors.count])
      return 4
    }
    let columns =
      "object_id, object_version, jersey_number, team_id, email, first_name, last_name"
    try copy("player (\(columns))", squad.players.count) {
      let player = squad.players[$1]
      $0.append(Int64($1 + 1), Int64(1))
      $0.append(player.jerseyNumber)
      $0.append(Int64($1 / Squad.playersInTeam + 1))
      $0.append(text: player.email)
      $0.append(text: player.firstName)
      $0.append(text: player.lastName)
      return 7
    }
    try execute("COMMIT")
    keys = (0..<squad.players.count).map { Int64($0 + 1) }
  }

  private func copy(
    _ table: String,
    _ count: Int,
    _ row: (inout RawBytes, Int) -> Int16
  ) throws {
    try execute("COPY \(table) FROM STDIN (FORMAT binary)", endsIn: PGRES_COPY_IN)
    var bytes = RawBytes()
    bytes.bytes =
      [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A] + .init(repeating: 0, count: 9)
    for number in 0..<count {
      let start = bytes.bytes.count
      bytes.append(bare: Int16(0))
      bytes.store(row(&bytes, number), at: start)
      if bytes.bytes.count > 1 << 16 { try put(&bytes) }
    }
    bytes.append(bare: Int16(-1))
    try put(&bytes)
    guard PQputCopyEnd(pointer, nil) == 1 else { throw failure }
    _ = try finish(1, PGRES_COMMAND_OK)
  }

  private func put(_ bytes: inout RawBytes) throws {
    let code = bytes.bytes.withUnsafeBytes {
      PQputCopyData(pointer, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    guard code == 1 else { throw failure }
    bytes.bytes.removeAll(keepingCapacity: true)
  }

  /// Changes the number of each player, with one statement with arrays that checks the versions.
  ///
  /// - Returns: The time in milliseconds.
  func update() throws -> Double {
    try milliseconds {
      try execute("BEGIN")
      let arrays = [
        RawBytes(array: keys, type: 20),
        RawBytes(array: keys.map { _ in Int64(1) }, type: 20),
        RawBytes(array: keys.map { Int16(truncatingIfNeeded: $0 % 99 + 100) }, type: 21),
      ]
      let all = arrays.reduce([]) { $0 + $1.bytes }
      let rows = try all.withUnsafeBytes { bytes -> Int in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let values = arrays.indices.map { index in
          start.map { $0 + arrays[..<index].reduce(0) { $0 + $1.bytes.count } }
        }
        return try finish(
          PQsendQueryParams(
            pointer,
            "UPDATE player SET object_version = i.v + 1, jersey_number = i.n"
              + " FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) i(k, v, n)"
              + " WHERE object_id = i.k AND object_version = i.v RETURNING object_id",
            3,
            [1016, 1016, 1005],
            values,
            arrays.map { Int32($0.bytes.count) },
            [1, 1, 1],
            1
          ),
          PGRES_TUPLES_OK
        )
      }
      guard rows == keys.count else { throw RawFailure(message: "\(rows) were updated") }
      try execute("COMMIT")
    }
  }

  // MARK: Reading

  private struct Player {
    var key: Int64
    var version: Int64
    var jerseyNumber: Int16
    var team: Int64
    var email: String
    var firstName: String
    var lastName: String
  }

  /// Reads the players with a binary cursor into structs, and three strings of each.
  ///
  /// - Returns: The time in milliseconds.
  func fetch() throws -> Double {
    var players: [Player] = []
    var length = 0
    let time = try milliseconds {
      try execute(
        "SET cursor_tuple_fraction = 1; BEGIN; DECLARE c BINARY NO SCROLL CURSOR FOR"
          + " SELECT object_id, object_version, jersey_number, team_id, email, first_name, last_name"
          + " FROM player"
      )
      while try fetchSome(into: &players) {}
      try execute("CLOSE c; COMMIT")
      for player in players {
        length += player.firstName.utf8.count + player.lastName.utf8.count + player.email.utf8.count
      }
    }
    return withExtendedLifetime((players, length)) { time }
  }

  private func fetchSome(into players: inout [Player]) throws -> Bool {
    guard PQsendQuery(pointer, "FETCH 10000 FROM c") == 1, let result = PQgetResult(pointer),
      PQresultStatus(result) == PGRES_TUPLES_OK
    else { throw failure }
    defer {
      PQclear(result)
      PQclear(PQgetResult(pointer))
    }
    let rows = PQntuples(result)
    for row in 0..<rows {
      players.append(
        Player(
          key: Self.integer(result, row, 0),
          version: Self.integer(result, row, 1),
          jerseyNumber: Self.integer(result, row, 2),
          team: Self.integer(result, row, 3),
          email: Self.text(result, row, 4),
          firstName: Self.text(result, row, 5),
          lastName: Self.text(result, row, 6)
        )
      )
    }
    return rows > 0
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ result: OpaquePointer,
    _ row: Int32,
    _ column: Int32
  ) -> Integer {
    guard let bytes = PQgetvalue(result, row, column),
      PQgetlength(result, row, column) == MemoryLayout<Integer>.size
    else { return 0 }
    return Integer(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Integer.self))
  }

  private static func text(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> String {
    let count = Int(PQgetlength(result, row, column))
    let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Values in PostgreSQL's binary formats.
struct RawBytes {
  var bytes: [UInt8] = []

  init() {}

  /// An array of integers, of the type with an identifier.
  init(array: [some FixedWidthInteger], type: Int32) {
    for word in [1, 0, type, Int32(array.count), 1] as [Int32] { append(bare: word) }
    for value in array { append(value) }
  }

  mutating func append(bare integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append<each Integer: FixedWidthInteger>(_ integer: repeat each Integer) {
    for integer in repeat each integer {
      append(bare: Int32(MemoryLayout.size(ofValue: integer)))
      append(bare: integer)
    }
  }

  mutating func append(text: String) {
    append(bare: Int32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func store(_ integer: Int16, at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: integer.bigEndian, toByteOffset: place, as: Int16.self)
    }
  }
}
