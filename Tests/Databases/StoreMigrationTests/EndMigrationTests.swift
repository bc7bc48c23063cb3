import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import StoreSamples
import Testing

/// Tests that inverses are consistent after a migration, and have no invalid destinations.
@Suite struct EndMigrationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The properties of A and B, and the parents of C, for each version.
    var old: Version
    var new: Version
    /// The statements that fill the store.
    var sql: String
    /// A query, and its expected rows after the migration.
    var query: String
    var rows: [[Int64?]]
    /// The losses to allow.
    var losses: [String] = []
  }

  struct Version: Sendable {
    var a: String
    var b = ""
    var c: String? = "B"
  }

  /// Three objects of A, with keys 1 to 3; and of B: keys 1 and 2, and 3 and 4 of C.
  private static let objects = """
    INSERT INTO ZA(Z_PK, Z_ENT, Z_OPT) VALUES(1, 1, 1), (2, 1, 1), (3, 1, 1);
    INSERT INTO ZB(Z_PK, Z_ENT, Z_OPT) VALUES(1, 2, 1), (2, 2, 1), (3, 3, 1), (4, 3, 1);
    UPDATE Z_PRIMARYKEY SET Z_MAX = 4;

    """

  private static func to(
    _ destination: String,
    _ name: String,
    _ inverse: String? = nil,
    isToMany: Bool = false,
    isOrdered: Bool = false,
    was: String? = nil
  ) -> String {
    "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(destination)\" "
      + (isToMany ? "toMany=\"YES\"" : "maxCount=\"1\"") + (isOrdered ? " ordered=\"YES\"" : "")
      + (inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" } ?? "")
      + (was.map { " elementID=\"\($0)\"" } ?? "") + "/>"
  }

  private static let name =
    "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"

  private static func model(_ version: Version) throws -> StoredModel {
    StoredModel(
      try LibraryStore.model(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="A">\(version.a)</entity><entity name="B">\(version.b)</entity>
          <entity name="C"\(version.c.map { " parentEntity=\"\($0)\"" } ?? "")/>
        </model>
        """
      )
    )
  }

  /// The case in which `A.b` and `B.a` become inverses of each other.
  private static func pairing(
    _ description: String,
    of old: Version,
    sql: String,
    rows: [[Int64?]],
    losses: [String] = []
  ) -> Case {
    Case(
      testDescription: description,
      old: old,
      new: Version(a: to("B", "b", "a"), b: to("A", "a", "b")),
      sql: sql,
      query: "SELECT ZB, (SELECT Z_PK FROM ZB WHERE ZA = ZA.Z_PK) FROM ZA ORDER BY Z_PK",
      rows: rows,
      losses: losses
    )
  }

  static let cases: [Case] = [
    pairing(
      "a to-one relationship gets a to-one inverse",
      of: Version(a: to("B", "b")),
      sql: "UPDATE ZA SET ZB = Z_PK WHERE Z_PK < 3;",
      rows: [[1, 1], [2, 2], [nil, nil]]
    ),
    pairing(
      "an object that several led to is connected to one",
      of: Version(a: to("B", "b")),
      sql: "UPDATE ZA SET ZB = 4 WHERE Z_PK <> 2; UPDATE ZA SET ZB = 2 WHERE Z_PK = 2;",
      rows: [[4, 4], [2, 2], [nil, nil]],
      losses: [
        "of several connected objects, only one remains connected: disconnect A.b where B.a does not lead back"
      ]
    ),
    Case(
      testDescription: "one end of a one-to-one relationship is another",
      old: Version(a: to("B", "b", "a"), b: to("A", "a", "b")),
      new: Version(a: to("B", "b", "other"), b: to("A", "other", "b")),
      sql: "UPDATE ZA SET ZB = Z_PK + 1; UPDATE ZB SET ZA = Z_PK - 1 WHERE Z_PK > 1;",
      query: "SELECT ZB, (SELECT Z_PK FROM ZB WHERE ZOTHER = ZA.Z_PK) FROM ZA ORDER BY Z_PK",
      rows: [[2, 2], [3, 3], [4, 4]]
    ),
    pairing(
      "two relationships become each other's inverses and complete each other",
      of: Version(a: to("B", "b"), b: to("A", "a")),
      sql: "UPDATE ZA SET ZB = 1 WHERE Z_PK = 1; UPDATE ZB SET ZA = Z_PK WHERE Z_PK IN (1, 2);",
      rows: [[1, 1], [2, 2], [nil, nil]]
    ),
    pairing(
      "two relationships that disagree become each other's inverses",
      of: Version(a: to("B", "b"), b: to("A", "a")),
      sql: "UPDATE ZA SET ZB = Z_PK; UPDATE ZB SET ZA = 3 - Z_PK WHERE Z_PK < 3;",
      rows: [[nil, nil], [nil, nil], [3, 3]],
      losses: [
        "of several connected objects, only one remains connected: disconnect A.b where B.a does not lead back",
        "of several connected objects, only one remains connected: disconnect B.a where A.b does not lead back",
      ]
    ),
    Case(
      testDescription: "an end of a one-to-one relationship becomes its own inverse",
      old: Version(a: to("A", "next", "last") + to("A", "last", "next")),
      new: Version(a: to("A", "next", "next")),
      sql: "UPDATE ZA SET ZNEXT = Z_PK % 3 + 1, ZLAST = (Z_PK + 1) % 3 + 1;",
      query: "SELECT ZNEXT FROM ZA ORDER BY Z_PK",
      rows: [[nil], [nil], [nil]],
      losses: [
        "of several connected objects, only one remains connected: disconnect A.next where A.next does not lead back"
      ]
    ),
    Case(
      testDescription: "a to-many relationship gets an inverse that keeps its own connections",
      old: Version(
        a: to("B", "bs", "as", isToMany: true),
        b: to("A", "as", "bs", isToMany: true) + to("A", "a")
      ),
      new: Version(a: to("B", "bs", "a", isToMany: true), b: to("A", "a", "bs")),
      sql: "UPDATE ZB SET ZA = 1; INSERT INTO Z_1BS VALUES(2, 1), (3, 2);",
      query: "SELECT ZA FROM ZB ORDER BY Z_PK",
      rows: [[1], [1], [1], [1]],
      losses: ["the connections of A.bs are lost"]
    ),
    Case(
      testDescription: "relationships exchange their inverses, and each stays with the to-one end",
      old: Version(
        a: to("B", "bs", "a", isToMany: true) + to("B", "others", "other", isToMany: true),
        b: to("A", "a", "bs") + to("A", "other", "others")
      ),
      new: Version(
        a: to("B", "bs", "other", isToMany: true) + to("B", "others", "a", isToMany: true),
        b: to("A", "a", "others") + to("A", "other", "bs")
      ),
      sql: "UPDATE ZB SET ZA = 1, ZOTHER = 2;",
      query: "SELECT ZA, ZOTHER FROM ZB ORDER BY Z_PK",
      rows: [[1, 2], [1, 2], [1, 2], [1, 2]]
    ),
    Case(
      testDescription: "a to-many relationship with a to-one inverse becomes to-one",
      old: Version(a: to("B", "b", "a", isToMany: true), b: to("A", "a", "b")),
      new: Version(a: to("B", "b", "a"), b: to("A", "a", "b")),
      sql: "UPDATE ZB SET ZA = 1 WHERE Z_PK < 4; UPDATE ZB SET ZA = 3 WHERE Z_PK = 4;",
      query: "SELECT Z_PK, ZA, (SELECT ZB FROM ZA WHERE Z_PK = ZB.ZA) FROM ZB ORDER BY Z_PK",
      rows: [[1, 1, 1], [2, nil, nil], [3, nil, nil], [4, 3, 4]],
      losses: ["of several connected objects, only one remains connected: connect A.b as before"]
    ),
    pairing(
      "one of several stays, told once, from the other end",
      of: Version(a: to("B", "b", "a"), b: to("A", "a", "b", isToMany: true)),
      sql: "UPDATE ZA SET ZB = 1 WHERE Z_PK < 3; UPDATE ZA SET ZB = 3 WHERE Z_PK = 3;",
      rows: [[1, 1], [nil, nil], [3, 3]],
      losses: ["of several connected objects, only one remains connected: connect B.a as before"]
    ),
    Case(
      testDescription: "an object that several led to is in the to-many relationship of one",
      old: Version(a: to("B", "b")),
      new: Version(a: to("B", "b", isToMany: true)),
      sql: "UPDATE ZA SET ZB = 2 WHERE Z_PK < 3; UPDATE ZA SET ZB = 3 WHERE Z_PK = 3;",
      query: "SELECT Z1B FROM ZB ORDER BY Z_PK",
      rows: [[nil], [1], [3], [nil]],
      losses: ["of several connected objects, only one remains connected: connect A.b as before"]
    ),
    Case(
      testDescription: "the same under another name of the inverse",
      old: Version(a: to("B", "b", "a", isToMany: true), b: to("A", "a", "b")),
      new: Version(a: to("B", "b", "other"), b: to("A", "other", "b")),
      sql: "UPDATE ZB SET ZA = 1 WHERE Z_PK < 4; UPDATE ZB SET ZA = 3 WHERE Z_PK = 4;",
      query: "SELECT Z_PK, ZOTHER, (SELECT ZB FROM ZA WHERE Z_PK = ZOTHER) FROM ZB ORDER BY Z_PK",
      rows: [[1, 1, 1], [2, nil, nil], [3, nil, nil], [4, 3, 4]],
      losses: ["of several connected objects, only one remains connected: connect A.b as before"]
    ),
    Case(
      testDescription: "an ordered relationship is removed, and another property too",
      old: Version(
        a: to("B", "b", "a", isToMany: true, isOrdered: true) + name,
        b: to("A", "a", "b")
      ),
      new: Version(a: "", b: to("A", "a")),
      sql: "UPDATE ZB SET ZA = 1, Z_FOK_A = 4096 * Z_PK; UPDATE ZA SET ZNAME = 'n';",
      query: "SELECT Z_PK, ZA FROM ZB ORDER BY Z_PK",
      rows: [[1, 1], [2, 1], [3, 1], [4, 1]],
      losses: ["the values of A.name are lost", "the order of A.b is lost"]
    ),
    Case(
      testDescription: "a to-one relationship leads to a subentity only",
      old: Version(a: to("B", "b")),
      new: Version(a: to("C", "b")),
      sql: "UPDATE ZA SET ZB = Z_PK + 1;",
      query: "SELECT ZB FROM ZA ORDER BY Z_PK",
      rows: [[nil], [3], [4]],
      losses: ["the connections of A.b to objects of B are lost"]
    ),
    Case(
      testDescription: "a to-many relationship leads to a subentity only",
      old: Version(a: to("B", "bs", isToMany: true)),
      new: Version(a: to("C", "bs", isToMany: true)),
      sql: "UPDATE ZB SET Z1BS = 1;",
      query: "SELECT Z_PK, Z1BS FROM ZB ORDER BY Z_PK",
      rows: [[1, nil], [2, nil], [3, 1], [4, 1]],
      losses: ["the connections of A.bs to objects of B are lost"]
    ),
    Case(
      testDescription: "a relationship leads to a subentity only, and its inverse is removed",
      old: Version(a: to("B", "bs", "a", isToMany: true), b: to("A", "a", "bs")),
      new: Version(a: to("C", "bs", isToMany: true)),
      sql: "UPDATE ZB SET ZA = 1;",
      query: "SELECT Z_PK, Z1BS FROM ZB ORDER BY Z_PK",
      rows: [[1, nil], [2, nil], [3, 1], [4, 1]],
      losses: ["the connections of A.bs to objects of B are lost"]
    ),
    Case(
      testDescription: "what a relationship leads to gets a tree of its own",
      old: Version(a: to("B", "b")),
      new: Version(a: to("B", "b"), c: nil),
      sql: "UPDATE ZA SET ZB = Z_PK + 1;",
      query: "SELECT ZB FROM ZA ORDER BY Z_PK",
      rows: [[2], [nil], [nil]],
      losses: ["the connections of A.b to objects of C are lost"]
    ),
    Case(
      testDescription: "objects at both ends keep what they may keep",
      old: Version(a: to("C", "b")),
      new: Version(a: to("B", "b")),
      sql: "UPDATE ZA SET ZB = 3;",
      query: "SELECT ZB FROM ZA ORDER BY Z_PK",
      rows: [[3], [3], [3]]
    ),
  ]

  @Test(arguments: cases) func endsAgree(_ item: Case) throws {
    let (old, new) = (try Self.model(item.old), try Self.model(item.new))
    let file = try StoreFile(of: old, isFilled: false)
    try file.withConnection { connection in
      try connection.execute(Self.objects + item.sql)
      let (before, after) = (SQLiteSchema(old.mapping), SQLiteSchema(new.mapping))
      let correspondence = ModelCorrespondence(from: before.mapping.model, to: after.mapping.model)
      let losses = try MigrationLosses(
        of: SQLiteMigration.plan(correspondence, from: before, to: after),
        correspondence,
        from: before.mapping,
        to: after.mapping
      ).all.filter { loss in
        try loss.query.map { try !connection.rows($0).isEmpty } ?? true
      }
      #expect(losses.map(\.sentence) == item.losses)
      _ = try StoreMigration(to: new, losses: .all, verification: .everything).run(on: connection)
      let rows = try connection.rows(item.query).map { row in
        row.map { if case .integer(let number) = $0 { number } else { nil as Int64? } }
      }
      #expect(rows == item.rows)
    }
  }

  /// A migration that disconnects objects of a mandatory relationship fails, and the store is unchanged.
  @Test(arguments: [("UPDATE ZA SET ZB = Z_PK;", true), ("UPDATE ZA SET ZB = 4;", false)])
  func mandatoryConnectionsAreKept(sql: String, isPossible: Bool) throws {
    func mandatory(_ version: Version) throws -> StoredModel {
      var version = version
      version.a = version.a.replacing("optional=\"YES\" ", with: "")
      return try Self.model(version)
    }
    let old = try mandatory(Version(a: Self.to("B", "b")))
    let new = try mandatory(
      Version(a: Self.to("B", "b", "a"), b: Self.to("A", "a", "b"))
    )
    let file = try StoreFile(of: old, isFilled: false)
    try file.withConnection { connection in
      try connection.execute(Self.objects + sql)
      let migration = StoreMigration(to: new, losses: .all, verification: .everything)
      if isPossible {
        _ = try migration.run(on: connection)
      } else {
        #expect(throws: StoreMigrationError.self) { _ = try migration.run(on: connection) }
      }
      let column = isPossible ? "ZB" : "4"
      let rows = try connection.rows("SELECT 1 FROM ZA WHERE ZB = \(column)")
      #expect(rows.count == 3)
    }
  }
}
