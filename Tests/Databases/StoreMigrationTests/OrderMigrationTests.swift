import Foundation
import ManagedModel
import SQLDriver
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests that relationships keep their order when they are stored elsewhere.
@Suite struct OrderMigrationTests {
  /// A model of lists and tracks with the given relationships.
  private func model(tracks: String, lists: String) throws -> StoredModel {
    StoredModel(
      try LibraryStore.model(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="List">
            <relationship name="tracks" optional="YES" \(tracks) destinationEntity="Track" \
        inverseName="lists" inverseEntity="Track"/>
          </entity>
          <entity name="Track">
            <relationship name="lists" optional="YES" \(lists) destinationEntity="List" \
        inverseName="tracks" inverseEntity="List"/>
          </entity>
        </model>
        """
      )
    )
  }

  private static let one = #"maxCount="1""#
  private static let many = #"toMany="YES""#
  private static let ordered = #"toMany="YES" ordered="YES""#

  /// Two lists and four tracks: 3, 1, 2 in the first one, 4 in the second.
  private static let objects = """
    INSERT INTO ZLIST(Z_PK, Z_ENT, Z_OPT) VALUES(1, 1, 1), (2, 1, 1);
    INSERT INTO ZTRACK(Z_PK, Z_ENT, Z_OPT) VALUES(1, 2, 1), (2, 2, 1), (3, 2, 1), (4, 2, 1);
    UPDATE Z_PRIMARYKEY SET Z_MAX = 4;
    """

  private func migrate(_ old: StoredModel, to new: StoredModel, _ sql: String) throws -> StoreFile {
    let file = try StoreFile(of: old, isFilled: false)
    try file.withConnection { connection in
      try connection.execute(Self.objects + sql)
      _ = try StoreMigration(to: new, losses: .all, verification: .everything).run(on: connection)
    }
    return file
  }

  private func numbers(_ file: StoreFile, _ query: String) throws -> [Int64] {
    try file.withConnection { connection in
      try connection.rows(query).map { if case .integer(let number) = $0[0] { number } else { -1 } }
    }
  }

  @Test("From a key beside each object to a join table") func join() throws {
    let file = try migrate(
      model(tracks: Self.ordered, lists: Self.one),
      to: model(tracks: Self.ordered, lists: Self.many),
      """
      UPDATE ZTRACK SET ZLISTS = 1, Z_FOK_LISTS = CASE Z_PK WHEN 3 THEN 10 WHEN 1 THEN 20 ELSE 30 END;
      UPDATE ZTRACK SET ZLISTS = 2 WHERE Z_PK = 4;
      """
    )
    let tracks = "SELECT Z_2TRACKS FROM Z_1TRACKS WHERE Z_1LISTS = "
    #expect(try numbers(file, tracks + "1 ORDER BY Z_FOK_2TRACKS") == [3, 1, 2])
    #expect(try numbers(file, tracks + "2") == [4])
  }

  @Test("From a join table to a key beside each object") func key() throws {
    let file = try migrate(
      model(tracks: Self.ordered, lists: Self.many),
      to: model(tracks: Self.ordered, lists: Self.one),
      """
      INSERT INTO Z_1TRACKS(Z_1LISTS, Z_2TRACKS, Z_FOK_2TRACKS)
        VALUES(1, 3, 10), (1, 1, 20), (1, 2, 30), (2, 4, 5), (2, 3, 99);
      """
    )
    let tracks = "SELECT Z_PK FROM ZTRACK WHERE ZLISTS = "
    #expect(try numbers(file, tracks + "1 ORDER BY Z_FOK_LISTS") == [3, 1, 2])
    #expect(try numbers(file, tracks + "2") == [4])
  }

  @Test("Members without an order get the order of their keys", arguments: [one, many])
  func unordered(lists: String) throws {
    let file = try migrate(
      model(tracks: Self.many, lists: Self.one),
      to: model(tracks: Self.ordered, lists: lists),
      "UPDATE ZTRACK SET ZLISTS = 1;"
    )
    let query =
      lists == Self.one
      ? "SELECT Z_FOK_LISTS FROM ZTRACK ORDER BY 1"
      : "SELECT Z_FOK_2TRACKS FROM Z_1TRACKS ORDER BY 1"
    #expect(try numbers(file, query) == [1, 2, 3, 4])
  }
}
