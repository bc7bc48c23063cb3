import ManagedModel
import ModelComparison
import ModelShorthand
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

/// Tests of relationships that are stored elsewhere after a migration: they keep their order, and inverses are
/// consistent.
struct ConnectionMoveTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Model
    let new: Model
    let sqlite: Script
    let postgresql: Script

    /// The expected rows of the query after the migration.
    let expected: [String]
  }

  /// The rows of the old version, and a query for the relationships in the new one.
  struct Script: Sendable {
    let rows: String
    let query: String
  }

  private static func model(_ a: [Property], b: [Property]? = nil) -> Model {
    var entities = [Entity(name: "A", properties: a.map(optional))]
    if let b { entities.append(Entity(name: "B", properties: b.map(optional))) }
    return Model(entities: entities)
  }

  private static func optional(_ property: Property) -> Property {
    guard case .relationship(var relationship) = property else { return property }
    relationship.isOptional = true
    return .relationship(relationship)
  }

  private static let ordered = toMany("b", "B", inverse: "a", isOrdered: true)
  private static let oneToMany = model([ordered], b: [toOne("a", "A", inverse: "b")])
  private static let manyToMany = model([ordered], b: [toMany("a", "A", inverse: "b")])

  private static let chain = Script(
    rows:
      "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1,1,1,2), (2,1,1,3), (3,1,1,NULL), (4,1,1,3)",
    query: "SELECT Z_PK, ZX FROM ZA ORDER BY 1"
  )
  private static let chainOfPostgreSQL = Script(
    rows: "INSERT INTO a (object_id, x_id) VALUES (1,2), (2,3), (3,NULL), (4,3)",
    query: "SELECT object_id, x_id FROM a ORDER BY 1"
  )

  static let cases = [
    Case(
      testDescription: "the order comes along into a join table",
      old: oneToMany,
      new: manyToMany,
      sqlite: Script(
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1,1,1);
          INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZA, Z_FOK_A) VALUES (5,2,1,1,30), (6,2,1,1,20), (7,2,1,1,10)
          """,
        query: "SELECT Z_2B FROM Z_1B ORDER BY Z_FOK_2B"
      ),
      postgresql: Script(
        rows: """
          INSERT INTO a (object_id) VALUES (1);
          INSERT INTO b (object_id, a_id, a_order) VALUES (5,1,30), (6,1,20), (7,1,10)
          """,
        query: "SELECT b_id FROM a_b ORDER BY b_order"
      ),
      expected: ["7", "6", "5"]
    ),
    Case(
      testDescription: "and out of one",
      old: manyToMany,
      new: oneToMany,
      sqlite: Script(
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1,1,1);
          INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT) VALUES (5,2,1), (6,2,1), (7,2,1);
          INSERT INTO Z_1B (Z_1A, Z_2B, Z_FOK_2B) VALUES (1,5,30), (1,6,20), (1,7,10)
          """,
        query: "SELECT Z_PK FROM ZB ORDER BY Z_FOK_A"
      ),
      postgresql: Script(
        rows: """
          INSERT INTO a (object_id) VALUES (1);
          INSERT INTO b (object_id) VALUES (5), (6), (7);
          INSERT INTO a_b (a_id, b_id, b_order) VALUES (1,5,30), (1,6,20), (1,7,10)
          """,
        query: "SELECT object_id FROM b ORDER BY a_order"
      ),
      expected: ["7", "6", "5"]
    ),
    Case(
      testDescription: "to many, and its own inverse",
      old: model([toOne("x", "A")]),
      new: model([toMany("x", "A", inverse: "x")]),
      sqlite: Script(rows: chain.rows, query: "SELECT REFLEXIVE, Z_1X FROM Z_1X ORDER BY 1, 2"),
      postgresql: Script(
        rows: chainOfPostgreSQL.rows,
        query: "SELECT a_id, x_id FROM a_x ORDER BY 1, 2"
      ),
      expected: ["1 2", "2 1", "2 3", "3 2", "3 4", "4 3"]
    ),
    Case(
      testDescription: "from two relationships to one that is its own inverse",
      old: model([toMany("x", "A", inverse: "y"), toMany("y", "A", inverse: "x")]),
      new: model([toMany("x", "A", inverse: "x")]),
      sqlite: Script(
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1,1,1), (2,1,1);
          INSERT INTO Z_1X (Z_1X, Z_1Y) VALUES (2,1)
          """,
        query: "SELECT REFLEXIVE, Z_1X FROM Z_1X ORDER BY 1, 2"
      ),
      postgresql: Script(
        rows: """
          INSERT INTO a (object_id) VALUES (1), (2);
          INSERT INTO a_x (x_id, y_id) VALUES (2,1)
          """,
        query: "SELECT a_id, x_id FROM a_x ORDER BY 1, 2"
      ),
      expected: ["1 2", "2 1"]
    ),
    Case(
      testDescription: "to one, and its own inverse",
      old: model([toOne("x", "A")]),
      new: model([toOne("x", "A", inverse: "x")]),
      sqlite: chain,
      postgresql: chainOfPostgreSQL,
      expected: ["1 -", "2 3", "3 2", "4 -"]
    ),
    Case(
      testDescription: "into a join table, without those of objects that are gone",
      old: Model(entities: [
        Entity(name: "A", properties: [optional(toMany("b", "B"))]), Entity(name: "B"),
        Entity(name: "C", parentName: "A"),
      ]),
      new: model([toMany("b", "B", inverse: "a")], b: [toMany("a", "A", inverse: "b")]),
      sqlite: Script(
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1,1,1), (2,2,1);
          INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, Z1B) VALUES (5,3,1,1), (6,3,1,2)
          """,
        query: "SELECT Z_1A, Z_2B FROM Z_1B ORDER BY 1, 2"
      ),
      postgresql: Script(
        rows: """
          INSERT INTO a (object_id, object_entity) VALUES (1,1), (2,2);
          INSERT INTO b (object_id, a_b_id) VALUES (5,1), (6,2)
          """,
        query: "SELECT a_id, b_id FROM a_b ORDER BY 1, 2"
      ),
      expected: ["1 5"]
    ),
    Case(
      testDescription: "to objects of a subentity alone, kept at this end alone",
      old: Model(entities: [
        Entity(name: "A", properties: [optional(toMany("b", "B", inverse: "a"))]),
        Entity(name: "B", properties: [optional(toOne("a", "A", inverse: "b"))]),
        Entity(name: "C", parentName: "B"),
      ]),
      new: Model(entities: [
        Entity(name: "A", properties: [optional(toMany("b", "C"))]), Entity(name: "B"),
        Entity(name: "C", parentName: "B"),
      ]),
      sqlite: Script(
        rows: """
          INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (1,1,1);
          INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZA) VALUES (5,2,1,1), (6,3,1,1)
          """,
        query: "SELECT Z_PK, Z1B FROM ZB ORDER BY 1"
      ),
      postgresql: Script(
        rows: """
          INSERT INTO a (object_id) VALUES (1);
          INSERT INTO b (object_id, object_entity, a_id) VALUES (5,2,1), (6,3,1)
          """,
        query: "SELECT object_id, a_b_id FROM b ORDER BY 1"
      ),
      expected: ["5 -", "6 1"]
    ),
  ]

  /// The comment in a plan for a server above a step that only drops values that were moved before.
  @Test func `a column whose connections were moved is no loss`() {
    func cautions(_ new: Model) -> [MigrationStep.Kind: Set<MigrationCaution>] {
      let (old, new) = (ResolvedModel(Self.oneToMany), ResolvedModel(new))
      let plan = PostgreSQLMigration.plan(
        ModelCorrespondence(from: old, to: new),
        from: PostgreSQLSchema(old),
        to: PostgreSQLSchema(new)
      )
      return plan.steps.reduce(into: [:]) { $0[$1.kind, default: []].formUnion($1.cautions) }
    }
    #expect(cautions(Self.manyToMany)[.dropColumn] == [.breaksClients])
    let unordered = Self.model(
      [toMany("b", "B", inverse: "a")],
      b: [toMany("a", "A", inverse: "b")]
    )
    #expect(cautions(unordered)[.dropColumn] == [.losesData, .breaksClients])
    let single = Self.model([toOne("b", "B", inverse: "a")], b: [toOne("a", "A", inverse: "b")])
    #expect(cautions(single)[.connect] == [.losesData])
    #expect(cautions(Self.model([], b: []))[.dropColumn] == [.losesData, .breaksClients])
  }

  static func titlesOfLosses(_ old: ResolvedModel, _ new: ResolvedModel) -> [[String]] {
    let correspondence = ModelCorrespondence(from: old, to: new)
    let plans = [
      SQLiteMigration.plan(correspondence, from: SQLiteSchema(old), to: SQLiteSchema(new)),
      PostgreSQLMigration.plan(
        correspondence,
        from: PostgreSQLSchema(old),
        to: PostgreSQLSchema(new)
      ),
    ]
    return plans.map { plan in
      plan.steps.filter { $0.cautions.contains(.losesData) }.map(\.title)
    }
  }

  /// Objects that are kept but disconnected are a loss.
  @Test(arguments: [nil, "a"]) func `a narrower destination is a loss`(inverse: String?) {
    func version(to name: String, inverse: String?) -> ResolvedModel {
      ResolvedModel(
        Model(
          entities: [
            Entity(name: "A", properties: [Self.optional(toMany("b", name, inverse: inverse))]),
            Entity(
              name: "B",
              properties: inverse.map { [Self.optional(toOne($0, "A", inverse: "b"))] } ?? []
            ),
            Entity(name: "C", parentName: "B"),
          ]
        )
      )
    }
    let old = version(to: "B", inverse: inverse)
    let losses = Self.titlesOfLosses(old, version(to: "C", inverse: nil))
    #expect(losses.allSatisfy { $0.count == 1 && $0[0].hasPrefix("disconnect objects") })
    let wider = Self.titlesOfLosses(version(to: "C", inverse: nil), version(to: "B", inverse: nil))
    #expect(wider == [[], []])
  }

  /// Each end of a one-to-one relationship has a foreign key, and one is enough for a one-to-many relationship.
  @Test func `a second key is no loss`() {
    let one = toOneEnds
    let many = Self.model([toMany("b", "B", inverse: "a")], b: [toOne("a", "A", inverse: "b")])
    #expect(Self.titlesOfLosses(ResolvedModel(one), ResolvedModel(many)) == [[], []])
    let neither = Self.titlesOfLosses(ResolvedModel(one), ResolvedModel(Self.model([], b: [])))
    #expect(neither.allSatisfy { !$0.isEmpty })
  }

  private var toOneEnds: Model {
    Self.model([toOne("b", "B", inverse: "a")], b: [toOne("a", "A", inverse: "b")])
  }

  /// Rows that move into another table are deleted from the old one.
  @Test func `objects that go elsewhere are no loss`() {
    func version(parent: String?) -> ResolvedModel {
      let note = Property.attribute(Attribute(name: "note", type: .string, isOptional: true))
      return ResolvedModel(
        Model(
          entities: [
            Entity(name: "A", properties: [note]),
            Entity(name: "B", parentName: parent, properties: parent == nil ? [note] : []),
          ]
        )
      )
    }
    #expect(Self.titlesOfLosses(version(parent: "A"), version(parent: nil)) == [[], []])
  }

  /// Abstract entities have no objects, and their children keep theirs.
  @Test func `an abstract entity that is gone is no loss`() {
    func version(_ name: String, _ others: Entity...) -> ResolvedModel {
      let note = Property.attribute(Attribute(name: "note", type: .string, isOptional: true))
      return ResolvedModel(
        Model(
          entities: [
            Entity(name: name, isAbstract: true, properties: [note]),
            Entity(name: "B", parentName: name),
          ] + others
        )
      )
    }
    let lone = Entity(
      name: "Lone",
      isAbstract: true,
      properties: [.attribute(Attribute(name: "n", type: .string, isOptional: true))]
    )
    let (old, new) = (version("Region", lone), version("RegionTwo"))
    #expect(Self.titlesOfLosses(old, new) == [[], []])
  }

  private static func texts(_ rows: [[SQLValue]]) -> [String] {
    rows.map { row in
      row.map { value in
        if case .integer(let number) = value { return "\(number)" }
        return "-"
      }.joined(separator: " ")
    }
  }

  @Test(arguments: cases) func `in SQLite stores`(_ item: Case) throws {
    let (old, new) = (ResolvedModel(item.old), ResolvedModel(item.new))
    let (before, after) = (SQLiteSchema(old), SQLiteSchema(new))
    let database = try SQLiteConnection(path: ":memory:")
    try database.make(before)
    try database.execute(item.sqlite.rows)
    let plan = SQLiteMigration.plan(
      ModelCorrespondence(from: old, to: new),
      from: before,
      to: after
    )
    for statement in plan.steps.flatMap(\.statements) { try database.execute(statement) }
    #expect(Self.texts(try database.rows(item.sqlite.query)) == item.expected)
  }

  @Test(arguments: cases) func `in PostgreSQL databases`(_ item: Case) throws {
    let server = try PostgreSQLServer.connect()
    guard case .text(let process) = try server.value("SELECT pg_backend_pid()::text") else {
      Issue.record("The server gave no process.")
      return
    }
    let name = "moved\(process)"
    // CREATE INDEX CONCURRENTLY waits for all transactions in the database.
    try server.execute("CREATE DATABASE \(name) TEMPLATE template0")
    defer { try? server.execute("DROP DATABASE \(name) WITH (FORCE)") }
    let connection = try PostgreSQLServer.connect(database: name)
    let (old, new) = (ResolvedModel(item.old), ResolvedModel(item.new))
    let (before, after) = (PostgreSQLSchema(old), PostgreSQLSchema(new))
    try connection.execute("CREATE SCHEMA \(name); SET search_path = \(name); \(before.script)")
    try connection.execute(item.postgresql.rows)
    let plan = PostgreSQLMigration.plan(
      ModelCorrespondence(from: old, to: new),
      from: before,
      to: after
    )
    for statement in plan.steps.flatMap(\.statements) { try connection.execute(statement) }
    #expect(Self.texts(try connection.rows(item.postgresql.query)) == item.expected)
  }
}
