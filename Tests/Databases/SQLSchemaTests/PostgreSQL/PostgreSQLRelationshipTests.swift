import PostgreSQLDriver
import SQLDriver
import Testing

@testable import SQLSchema

/// Tests of foreign keys and delete rules on a real server.
@Suite struct PostgreSQLRelationshipTests {
  /// A team and its player; the delete rule is that of `Team.players`.
  private func league(_ rule: String, isOptional: Bool = true) -> String {
    """
    <entity name="Team"><relationship name="players" toMany="YES" optional="YES" \
    deletionRule="\(rule)" destinationEntity="Player" inverseName="team" inverseEntity="Player"/></entity>
    <entity name="Player"><relationship name="team" maxCount="1" \(isOptional ? "optional=\"YES\"" : "") \
    deletionRule="Nullify" destinationEntity="Team" inverseName="players" inverseEntity="Team"/></entity>
    """
  }

  private static let rows =
    "INSERT INTO player (object_id, team_id) VALUES (1, 7); INSERT INTO team (object_id) VALUES (7)"

  @Test(arguments: [
    ("Cascade", true, [[SQLValue]]()), ("Nullify", true, [[.integer(1), .null]]),
    ("No Action", true, [[.integer(1), .integer(7)]]),
  ])
  func deleteRules(rule: String, isOptional: Bool, left: [[SQLValue]]) throws {
    let database = try SchemaDatabase()
    try database.with(try ModelText.schema(league(rule, isOptional: isOptional))) {
      #expect(database.failure(of: Self.rows) == nil, "the order of insertion does not matter")
      #expect(database.failure(of: "DELETE FROM team") == nil)
      let players = try database.connection.rows("SELECT object_id, team_id FROM player")
      #expect(players == left)
    }
  }

  @Test(arguments: [("Deny", true), ("Nullify", false)])
  func deletionsThatAreRefused(rule: String, isOptional: Bool) throws {
    let database = try SchemaDatabase()
    try database.with(try ModelText.schema(league(rule, isOptional: isOptional))) {
      #expect(database.failure(of: Self.rows) == nil)
      #expect(database.failure(of: "DELETE FROM team")?.kind == .foreignKeyConstraint)
      #expect(database.failure(of: "DELETE FROM team; DELETE FROM player") == nil)
    }
  }

  @Test func mandatoryKeysAreDemanded() throws {
    let database = try SchemaDatabase()
    try database.with(try ModelText.schema(league("Cascade", isOptional: false))) {
      let missing = database.failure(of: "INSERT INTO player (object_id) VALUES (1)")
      #expect(missing?.kind == .notNullConstraint)
      let dangling = database.failure(of: "INSERT INTO player (object_id, team_id) VALUES (1, 9)")
      #expect(dangling?.kind == .foreignKeyConstraint)
      #expect(dangling?.constraint == "player_team_id_fkey")
    }
  }

  private static let cycle = """
    <entity name="A"><relationship name="b" maxCount="1" destinationEntity="B" inverseName="a" \
    inverseEntity="B"/></entity>
    <entity name="B"><relationship name="a" maxCount="1" destinationEntity="A" inverseName="b" \
    inverseEntity="A"/><relationship name="c" maxCount="1" destinationEntity="C"/></entity>
    <entity name="C"/>
    """

  @Test func objectsThatNeedOneAnotherCanBeInserted() throws {
    let database = try SchemaDatabase()
    try database.with(try ModelText.schema(Self.cycle)) {
      #expect(
        database.failure(
          of: """
            INSERT INTO a (object_id, b_id) VALUES (1, 1);
            INSERT INTO b (object_id, a_id, c_id) VALUES (1, 1, 1); INSERT INTO c (object_id) VALUES (1)
            """
        ) == nil
      )
      #expect(
        database.failure(of: "INSERT INTO a (object_id) VALUES (2)")?.kind == .notNullConstraint
      )
    }
  }

  @Test func withoutDeferralACycleIsLeftOpen() throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(Self.cycle, .distributed)
    try database.with(schema) {
      #expect(
        database.failure(
          of: """
            INSERT INTO c (object_id) VALUES (1); INSERT INTO a (object_id) VALUES (1);
            INSERT INTO b (object_id, a_id, c_id) VALUES (1, 1, 1); UPDATE a SET b_id = 1
            """
        ) == nil
      )
      let missing = database.failure(of: "INSERT INTO b (object_id, a_id) VALUES (2, 1)")
      #expect(missing?.kind == .notNullConstraint, "c is in no cycle")
    }
    #expect(schema.issues.filter { $0.rule == .distributedRequiredCycle }.count == 2)
  }

  @Test func joinsEndWithTheirObjects() throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      """
      <entity name="Post"><relationship name="tags" toMany="YES" ordered="YES" deletionRule="Deny" \
      destinationEntity="Tag" inverseName="posts" inverseEntity="Tag"/></entity>
      <entity name="Tag"><relationship name="posts" toMany="YES" deletionRule="Nullify" \
      destinationEntity="Post" inverseName="tags" inverseEntity="Post"/></entity>
      """
    )
    #expect(schema.mapping.tables[2].columns.map(\.name) == ["post_id", "tag_id", "tags_order"])
    try database.with(schema) {
      #expect(
        database.failure(
          of: """
            INSERT INTO post_tags VALUES (1, 2, 2048); INSERT INTO post (object_id) VALUES (1);
            INSERT INTO tag (object_id) VALUES (2)
            """
        ) == nil
      )
      #expect(database.failure(of: "DELETE FROM post")?.kind == .foreignKeyConstraint)
      #expect(database.failure(of: "DELETE FROM tag") == nil)
      let joins = try database.connection.value("SELECT count(*) FROM post_tags")
      #expect(joins == 0)
    }
  }

  @Test func subentitiesShareATable() throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      """
      <entity name="Pet" isAbstract="YES"><attribute name="name" attributeType="String"/></entity>
      <entity name="Cat" parentEntity="Pet"><attribute name="lives" attributeType="Integer 16" \
      defaultValueString="9"/><attribute name="tag" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="tag"/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      <entity name="Dog" parentEntity="Pet"><attribute name="tag" optional="YES" attributeType="String"/>
      <relationship name="friend" maxCount="1" destinationEntity="Pet"/></entity>
      """
    )
    let table = try #require(schema.mapping.tables.first)
    #expect(
      table.columns.map(\.name) == [
        "object_id", "object_entity", "object_version", "name", "lives", "cat_tag", "dog_tag",
        "friend_id",
        "friend_entity",
      ]
    )
    try database.with(schema) {
      func failure(_ values: String) -> SQLError? {
        database.failure(
          of: """
            INSERT INTO pet (object_id, object_entity, name, lives, cat_tag, friend_id) VALUES (\(values))
            """
        )
      }
      #expect(failure("1, 2, 'Tom', 9, 'x', NULL") == nil)
      #expect(failure("2, 3, 'Rex', NULL, NULL, 1") == nil)
      #expect(failure("3, 3, 'Rex', NULL, 'x', 1") == nil, "unique among cats alone")
      #expect(failure("4, 2, 'Tim', NULL, NULL, NULL")?.constraint == "pet_lives_required")
      #expect(failure("4, 3, 'Max', NULL, NULL, NULL")?.constraint == "pet_friend_id_required")
      #expect(failure("4, 2, NULL, 9, NULL, NULL")?.kind == .notNullConstraint)
      #expect(failure("4, 4, 'Max', 9, NULL, 1")?.constraint == "pet_object_entity_family")
      #expect(failure("4, 2, 'Tam', 9, 'x', NULL")?.constraint == "pet_cat_tag_key")
    }
  }
}
