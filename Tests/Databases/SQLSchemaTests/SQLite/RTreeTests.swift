import ManagedModel
import ModelShorthand
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

struct RTreeTests {
  private let places = model(
    entity(
      "Place",
      indexes: [fetchIndex("byPosition", "latitude", "longitude", type: .rTree)],
      attribute("latitude", .double),
      attribute("longitude", .double)
    )
  )

  @Test func `an R-tree has a table and three triggers`() {
    let insertion =
      "INSERT OR REPLACE INTO Z_RT_Place_byPosition (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, "
      + "ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES (NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, "
      + "NEW.ZLONGITUDE, NEW.ZLONGITUDE) ;"
    let texts = Array(SQLiteSchema(places).modelTexts.dropFirst())
    let expected: [String] = [
      "CREATE VIRTUAL TABLE Z_RT_Place_byPosition USING RTREE (Z_PK INTEGER PRIMARY KEY, "
        + "ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX)",
      "CREATE TRIGGER Z_RT_Place_byPosition_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN "
        + "\(insertion) END",
      "CREATE TRIGGER Z_RT_Place_byPosition_UPDATE AFTER UPDATE OF ZLATITUDE, ZLONGITUDE ON "
        + "ZPLACE FOR EACH ROW BEGIN \(insertion) END",
      "CREATE TRIGGER Z_RT_Place_byPosition_DELETE AFTER DELETE ON ZPLACE FOR EACH ROW BEGIN "
        + "DELETE FROM Z_RT_Place_byPosition WHERE Z_PK = OLD.Z_PK ; END",
    ]
    #expect(texts == expected)
  }

  @Test func `an R-tree follows its table`() throws {
    let database = try SQLiteConnection.store(SQLiteSchema(places))
    defer { database.close() }
    try database.execute(
      """
      INSERT INTO ZPLACE (Z_PK, ZLATITUDE, ZLONGITUDE) VALUES (1, 1, 1), (2, 5, 5), (3, 9, 9);
      UPDATE ZPLACE SET ZLATITUDE = 6 WHERE Z_PK = 1; DELETE FROM ZPLACE WHERE Z_PK = 3;
      """
    )
    let found = try database.rows(
      "SELECT Z_PK FROM Z_RT_Place_byPosition WHERE ZLATITUDE_MIN > 4 ORDER BY Z_PK"
    )
    #expect(found == [[1], [2]])
  }

  @Test func `an R-tree has at most five dimensions`() {
    let names = ["a", "b", "c", "d", "e", "f"]
    let index = FetchIndex(
      name: "wide",
      elements: names.map { FetchIndexElement(propertyName: $0, type: .rTree) }
    )
    let resolved = ResolvedModel(
      Model(entities: [
        Entity(name: "A", properties: names.map { attribute($0, .double) }, fetchIndexes: [index])
      ])
    )
    let mapping = CoreDataLayout.mapping(of: resolved)
    #expect(mapping.indexes.isEmpty)
    #expect(mapping.issues.map(\.rule.rawValue) == ["too-many-dimensions"])
  }
}
