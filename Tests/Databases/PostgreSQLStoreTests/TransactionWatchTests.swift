import FoundationEssentials
import PostgreSQLDriver
import SQLDriver
import Testing

@testable import PostgreSQLStore

@Suite("Transactions of other programs") struct TransactionWatchTests {
  typealias State = TransactionWatch.State

  /// A state, the values when the next transaction begins, and whether there was no other transaction in between.
  @Test(
    arguments: [
      (State(newest: 7, isAlone: true, ownTransactions: 0), (8, 0), true),
      (State(newest: 7, isAlone: true, ownTransactions: 0), (9, 0), false),
      // It is unknown when another transaction ended.
      (State(newest: 7, isAlone: false, ownTransactions: 0), (8, 0), false),
      // The transactions with new keys are the program's own.
      (State(newest: 7, isAlone: true, ownTransactions: 3), (9, 4), true),
      (State(newest: 7, isAlone: true, ownTransactions: 3), (10, 4), false),
      (State(newest: 7, isAlone: true, ownTransactions: 3), (8, 3), true),
      // The server has another history.
      (State(newest: 7, isAlone: true, ownTransactions: 3), (5, 3), false),
    ] as [(State, (Int64, Int64), Bool)]
  )
  func states(_ before: State, _ after: (newest: Int64, own: Int64), hasOnlyOwn: Bool) {
    let after = State(newest: after.newest, isAlone: true, ownTransactions: after.own)
    #expect(before.hasOnlyOwn(before: after) == hasOnlyOwn)
  }

  @Test("A transaction of another connection is noticed, also one that has not ended yet")
  func others() throws {
    let shop = Shop()
    _ = try shop.open()
    let connection = try #require(try shop.connect() as? PostgreSQLConnection)
    let address = try #require(PostgreSQLAddress(shop.url.absoluteString))
    let database = PostgreSQLDatabase(address, applicationName: "test")
    let watch = TransactionWatch(connection, keys: KeyBlocks(database))
    let marker = "INSERT INTO coredata_transaction (id) VALUES (gen_random_uuid())"
    try watch.note()
    let other = try shop.connect()
    try other.execute("BEGIN; \(marker)")
    #expect(try watch.begin(marker).hasNews)
    try connection.commit()
    try other.commit()
    #expect(try watch.begin(marker).hasNews)
    try connection.rollBack()
  }
}
