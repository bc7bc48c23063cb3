import ManagedModel
import ModelShorthand
import Testing

@testable import SQLSchema

@Suite struct PartialIndexTests {
  @Test(arguments: [
    ("size > 3", #""size" > 3"#),
    ("size >= -3", #""size" >= (-3)"#),
    ("SELF.size < 1.5", #""size" < 1.5"#),
    ("isOpen == YES", #""is_open" = TRUE"#),
    ("isOpen == 0", #""is_open" = FALSE"#),
    ("isOpen", #""is_open" = TRUE"#),
    ("name == nil", #""name" IS NULL"#),
    (
      "team != nil AND name != \"it's\"",
      #"("team_id" IS NOT NULL) AND ("name" IS DISTINCT FROM 'it''s')"#
    ),
    ("NOT (size == 1 OR size == 2)", #"NOT (("size" = 1) OR ("size" = 2))"#),
    ("TRUEPREDICATE", "TRUE"),
  ])
  func conditions(predicate: String, expected: String) throws {
    let schema = self.schema(predicate)
    let index = try #require(schema.statements.first { $0.name == "player_by_size_idx" })
    #expect(index.text.hasSuffix(" WHERE \(expected)"), "\(index.text)")
    #expect(schema.issues.isEmpty)
    try SchemaDatabase().with(schema)
  }

  @Test(arguments: [
    "name CONTAINS 'x'", "name > 'x'", "name ==[c] 'x'", "size == name",
    "ANY team.players.size > 1",
    "size == $limit", "size > '3'", "isOpen == 2", "nothing == 1", "size >", "team == 1",
    "size == %@",
  ])
  func untranslatablePredicatesAreReported(predicate: String) throws {
    let schema = self.schema(predicate)
    let index = try #require(schema.statements.first { $0.name == "player_by_size_idx" })
    #expect(!index.text.contains("WHERE"))
    #expect(schema.issues.map(\.rule) == [.partialIndex])
  }

  private func schema(_ predicate: String) -> PostgreSQLSchema {
    var index = fetchIndex("bySize", "size")
    index.partialPredicateText = predicate
    return PostgreSQLSchema(
      model(
        entity(
          "Player",
          indexes: [index],
          attribute("name"),
          attribute("size", .integer32),
          attribute("isOpen", .boolean),
          toOne("team", "Team", inverse: "players")
        ),
        entity("Team", toMany("players", "Player", inverse: "team"))
      )
    )
  }
}
