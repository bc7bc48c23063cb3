import PostgreSQLDriver
import SQLDriver
import SQLStore
import Synchronization

/// The keys that a store has taken for its new objects, in blocks, from the counters in `coredata_entity`.
///
/// A block is committed on its own before a key of it is used, so that no other program and no later server can give
/// out the same key; a sequence does not guarantee that. The rest of a block is lost when the store is closed.
package final class KeyBlocks: Sendable {
  // Only the lock of `state` gives access to the connection.
  private struct State: @unchecked Sendable {
    /// The last key that was used, and the last one of the block, by the number of the tree's root.
    var blocks: [Int: (last: Int64, end: Int64)] = [:]

    /// The connection that takes blocks while others are in transactions.
    var connection: PostgreSQLConnection?

    /// The number of transactions that have taken blocks.
    var transactions: Int64 = 0
  }

  /// The number of keys in a block, unless more are needed at once.
  static let size = 1_000

  private let database: PostgreSQLDatabase
  private let state = Mutex(State())

  package init(_ database: PostgreSQLDatabase) { self.database = database }

  /// The number of transactions that have taken blocks for this program.
  var transactions: Int64 { state.withLock(\.transactions) }

  /// Takes some consecutive keys.
  ///
  /// - Returns: The number before the first one.
  func take(
    _ count: Int,
    root: Int,
    from table: KeyTable,
    on connection: any SQLConnection
  ) throws -> Int64 {
    try state.withLock { state in
      if let block = state.blocks[root], block.end - block.last >= Int64(count) {
        state.blocks[root]?.last += Int64(count)
        return block.last
      }
      let size = max(count, Self.size)
      let end = try end(ofBlock: size, root, table, on: connection, &state)
      state.transactions += 1
      let before = end - Int64(size)
      state.blocks[root] = (before + Int64(count), end)
      return before
    }
  }

  /// The last key of a new block.
  private func end(
    ofBlock size: Int,
    _ root: Int,
    _ table: KeyTable,
    on connection: any SQLConnection,
    _ state: inout State
  ) throws -> Int64 {
    if !connection.isInTransaction {
      return try retryingTransaction { try table.raise(by: size, root, on: connection) }
    }
    if let own = state.connection, own.isUsable {
      do {
        return try retryingTransaction { try table.raise(by: size, root, on: own) }
      } catch let error as SQLError where error.kind == .connectionLost {
        own.close()
      }
    }
    let own = try database.connect()
    state.connection = own
    return try retryingTransaction { try table.raise(by: size, root, on: own) }
  }

  /// Closes the connection, if there is one.
  package func close() {
    state.withLock { state in
      state.connection?.close()
      state.connection = nil
    }
  }
}

/// The table of the objects of a tree of entities, quoted, and the column with their keys.
struct KeyTable {
  var table: String
  var key: String

  /// Takes keys after all that were given out and all that are in use.
  ///
  /// - Returns: The last one.
  func raise(by count: Int, _ root: Int, on connection: any SQLConnection) throws -> Int64 {
    let last = try connection.value(
      "UPDATE coredata_entity SET last_key = GREATEST(last_key,"
        + " COALESCE((SELECT MAX(\(key)) FROM \(table)), 0)) + $1::bigint"
        + " WHERE number = $2 RETURNING last_key",
      .integer(Int64(count)),
      .integer(Int64(root))
    )
    guard case .integer(let last) = last else {
      throw StoreError.corrupt("coredata_entity has no row for the entity \(root).")
    }
    return last
  }
}

/// The keys of one tree of entities.
final class BlockKeys: KeySource {
  private let blocks: KeyBlocks
  private let root: Int
  private let table: KeyTable
  private let connection: any SQLConnection

  init(_ blocks: KeyBlocks, root: Int, _ table: KeyTable, _ connection: any SQLConnection) {
    self.blocks = blocks
    self.root = root
    self.table = table
    self.connection = connection
  }

  func take(_ count: Int) throws -> Int64 {
    try blocks.take(count, root: root, from: table, on: connection)
  }

  func takeSeveral(_ body: (_ next: () throws -> Int64) throws -> Void) throws {
    try body { try take(1) + 1 }
  }
}
