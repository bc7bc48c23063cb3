import ManagedModel
import ModelShorthand
import Testing

@testable import SQLSchema

struct RelationshipLayoutTests {
  @Test func `a to-one relationship to an entity with subentities says which`() {
    let schema = SQLiteSchema(
      model(
        entity(
          "Page",
          toOne("book", "Book"),
          toOne("printer", "Printer"),
          attribute("n", .boolean)
        ),
        entity("Book"),
        entity("Novel", parent: "Book"),
        entity("Printer")
      )
    )
    expectColumns(
      schema,
      "ZPAGE",
      "ZN INTEGER, ZBOOK INTEGER, Z1_BOOK INTEGER, ZPRINTER INTEGER"
    )
    #expect(
      schema.modelTexts.filter { $0.contains("INDEX") } == [
        "CREATE INDEX ZBOOK_Z_ENT_INDEX ON ZBOOK (Z_ENT)",
        "CREATE INDEX ZPAGE_ZBOOK_INDEX ON ZPAGE (ZBOOK)",
        "CREATE INDEX ZPAGE_ZPRINTER_INDEX ON ZPAGE (ZPRINTER)",
      ]
    )
  }

  @Test func `an ordered to-many relationship adds a column beside its inverse`() {
    let schema = SQLiteSchema(
      model(
        entity("List", toMany("items", "Item", inverse: "list", isOrdered: true)),
        entity("Item", toOne("list", "List", inverse: "items"), attribute("a", .integer16)),
        entity("Special", parent: "Item", attribute("z", .integer16), attribute("b", .date))
      )
    )
    expectColumns(
      schema,
      "ZITEM",
      "ZA INTEGER, ZLIST INTEGER, ZZ INTEGER, Z_FOK_LIST INTEGER, ZB TIMESTAMP"
    )
  }

  @Test func `a to-many relationship without inverse puts a key into the other table`() {
    let schema = SQLiteSchema(
      model(
        entity("Message", toMany("metadata", "Note"), toMany("parts", "Note", isOrdered: true)),
        entity("Note", attribute("size", .integer16), attribute("key"))
      )
    )
    expectColumns(
      schema,
      "ZNOTE",
      "ZSIZE INTEGER, Z1METADATA INTEGER, Z1PARTS INTEGER, Z_FOK_1PARTS INTEGER, ZKEY VARCHAR"
    )
    #expect(
      schema.modelTexts.suffix(2) == [
        "CREATE INDEX ZNOTE_Z1METADATA_INDEX ON ZNOTE (Z1METADATA)",
        "CREATE INDEX ZNOTE_Z1PARTS_INDEX ON ZNOTE (Z1PARTS)",
      ]
    )
  }

  @Test func `a many-to-many relationship has a table named by the lower number`() {
    let schema = SQLiteSchema(
      model(
        entity("Post", toMany("authors", "Author", inverse: "createdEntries", isOrdered: true)),
        entity("Author", toMany("createdEntries", "Post", inverse: "authors", isOrdered: true))
      )
    )
    #expect(
      schema.modelTexts == [
        "CREATE TABLE ZAUTHOR ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE TABLE Z_1CREATEDENTRIES ( Z_1AUTHORS INTEGER, Z_2CREATEDENTRIES INTEGER, "
          + "Z_FOK_1AUTHORS INTEGER, Z_FOK_2CREATEDENTRIES INTEGER, "
          + "PRIMARY KEY (Z_1AUTHORS, Z_2CREATEDENTRIES) )",
        "CREATE TABLE ZPOST ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE INDEX Z_1CREATEDENTRIES_Z_2CREATEDENTRIES_INDEX ON Z_1CREATEDENTRIES "
          + "(Z_2CREATEDENTRIES, Z_1AUTHORS)",
      ]
    )
  }

  @Test func `only the ordered end of a many-to-many relationship has places`() throws {
    let schema = SQLiteSchema(
      model(
        entity("Post", toMany("tags", "Tag", inverse: "posts", isOrdered: true)),
        entity("Tag", toMany("posts", "Post", inverse: "tags"))
      )
    )
    let table = try #require(schema.mapping.tables.first { $0.name == "Z_1TAGS" })
    #expect(table.columns.map(\.name) == ["Z_1POSTS", "Z_2TAGS", "Z_FOK_2TAGS"])
  }

  @Test func `a join with an inherited end belongs to the entity that declares it`() throws {
    let schema = SQLiteSchema(
      model(
        entity("Base", toMany("groups", "Group", inverse: "members")),
        entity("Child", parent: "Base"),
        entity("Group", toMany("members", "Child", inverse: "groups"))
      )
    )
    let table = try #require(schema.mapping.tables.first { $0.name == "Z_1GROUPS" })
    #expect(table.columns.map(\.name) == ["Z_2MEMBERS", "Z_3GROUPS"])
  }

  @Test func `joins that lead to one entity by one name are told apart`() {
    let schema = SQLiteSchema(
      model(
        entity("Option", toMany("votedBy", "User", inverse: "options")),
        entity("Poll", toMany("votedBy", "User", inverse: "polls")),
        entity(
          "User",
          toMany("options", "Option", inverse: "votedBy"),
          toMany("polls", "Poll", inverse: "votedBy")
        )
      )
    )
    let joins = schema.statements.filter { $0.kind == .joinTable }.map(\.text)
    #expect(
      joins == [
        "CREATE TABLE Z_1VOTEDBY ( Z_1OPTIONS INTEGER, Z_3VOTEDBY INTEGER, "
          + "PRIMARY KEY (Z_1OPTIONS, Z_3VOTEDBY) )",
        "CREATE TABLE Z_2VOTEDBY ( Z_2POLLS INTEGER, Z_3VOTEDBY1 INTEGER, "
          + "PRIMARY KEY (Z_2POLLS, Z_3VOTEDBY1) )",
      ]
    )
  }

  @Test func `columns for the other ends of joins are told apart too`() {
    let schema = SQLiteSchema(
      model(
        entity(
          "Member",
          toMany("votePollOptions", "PollOption", inverse: "votedBy"),
          toMany("votePolls", "Poll", inverse: "votedBy")
        ),
        entity("PollOption", toMany("votedBy", "Member", inverse: "votePollOptions")),
        entity("Poll", toMany("votedBy", "Member", inverse: "votePolls"))
      )
    )
    let joins = schema.statements.filter { $0.kind == .joinTable }.map(\.text)
    #expect(
      Set(joins) == [
        "CREATE TABLE Z_1VOTEPOLLOPTIONS ( Z_1VOTEDBY1 INTEGER, Z_3VOTEPOLLOPTIONS INTEGER, "
          + "PRIMARY KEY (Z_1VOTEDBY1, Z_3VOTEPOLLOPTIONS) )",
        "CREATE TABLE Z_1VOTEPOLLS ( Z_1VOTEDBY INTEGER, Z_2VOTEPOLLS INTEGER, "
          + "PRIMARY KEY (Z_1VOTEDBY, Z_2VOTEPOLLS) )",
      ]
    )
  }

  /// A store shows which end names the table, and the suffixes of column names.
  @Test(arguments: [
    ("Z_1TRUSTED", ["Z_1TRUSTEDBY", "Z_1TRUSTED"]),
    ("Z_1TRUSTEDBY", ["Z_1TRUSTED", "Z_1TRUSTEDBY"]),
    ("Z_1TRUSTED", ["Z_1TRUSTEDBY1", "Z_1TRUSTED", "Z_FOK_1TRUSTED"]),
    ("z_1trustedby", ["z_1trusted3", "z_1trustedby12"]),
  ])
  func `a join table has the name that it has in a store`(name: String, columns: [String]) throws {
    let resolved = model(
      entity(
        "Client",
        toMany("trusted", "Client", inverse: "trustedBy"),
        toMany("trustedBy", "Client", inverse: "trusted")
      )
    )
    let mapping = CoreDataLayout.mapping(of: resolved, found: [name: columns])
    let table = try #require(mapping.tables.last)
    #expect(table.name == name.uppercased())
    #expect(table.columns.map(\.name) == columns.prefix(2).map { $0.uppercased() })
    let other = CoreDataLayout.mapping(of: resolved, found: ["Z_1OTHER": columns])
    #expect(other.tables.map(\.name) == CoreDataLayout.mapping(of: resolved).tables.map(\.name))
  }

  /// As in Core Data's stores; the table is named after the first relationship.
  @Test(arguments: [
    ("favorites", "favoriteFolders"), ("trustedClients", "trustedByClients"),
    ("ignoredClients", "ignoredByClients"), ("following", "followingBy"),
    ("followRequested", "followRequestedBy"), ("blocking", "blockingBy"),
    ("domainBlocking", "domainBlockingBy"), ("endorsed", "endorsedBy"),
  ])
  func `a new join table between objects of one entity`(owner: String, inverse: String) throws {
    for others in [0, 10, 50] {
      var person = entity(
        "Person",
        toMany(owner, "Person", inverse: inverse),
        toMany(inverse, "Person", inverse: owner)
      )
      person.properties += (0..<others).map { attribute("other\($0)") }
      let mapping = CoreDataLayout.mapping(of: model(person))
      #expect(mapping.tables.last?.name == "Z_1\(owner.uppercased())")
    }
  }

  /// The pairs of one entity in Core Data's stores; for three pairs both names hash to one bucket.
  @Test func `the other relationships of an entity decide between names in one bucket`() {
    let pairs = [
      ("blocking", "blockingBy"), ("domainBlocking", "domainBlockingBy"),
      ("endorsed", "endorsedBy"), ("following", "followingBy"),
      ("followRequested", "followRequestedBy"), ("mutingBy", "muting"),
      ("showingReblogsBy", "showingReblogs"),
    ]
    var user = entity("User")
    for (owner, inverse) in pairs {
      user.properties.append(toMany(owner, "User", inverse: inverse))
      user.properties.append(toMany(inverse, "User", inverse: owner))
    }
    for name in [
      "bookmarked", "favourite", "mastodonAuthentication", "muted", "notifications", "pinnedStatus",
      "privateNotes", "privateNotesTo", "reblogged", "searchHistories", "statuses",
      "votePollOptions", "votePolls",
    ] {
      user.properties.append(toMany(name, "User"))
    }
    let mapping = CoreDataLayout.mapping(of: model(user))
    let joins = mapping.tables.filter { if case .join = $0.content { true } else { false } }
    #expect(Set(joins.map(\.name)) == Set(pairs.map { "Z_1\($0.0.uppercased())" }))
  }

  @Test func `a relationship that is its own inverse has one table`() throws {
    let schema = SQLiteSchema(
      model(entity("Person", toMany("friends", "Person", inverse: "friends")))
    )
    #expect(
      schema.statements.filter { $0.kind == .joinTable }.map(\.text) == [
        "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, "
          + "PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) )"
      ]
    )
    let storage = schema.mapping[PropertyLocation(entity: 0, property: 0)]
    #expect(
      storage
        == .join(
          JoinStorage(
            table: 1,
            source: ColumnReference(table: 1, column: 1),
            destination: ColumnReference(table: 1, column: 0)
          )
        )
    )
  }

  @Test func `a transient relationship is nowhere, and its inverse has none`() {
    let schema = SQLiteSchema(
      model(
        entity("A", toMany("many", "B", inverse: "one", isTransient: true)),
        entity("B", toOne("one", "A", inverse: "many"), attribute("x"))
      )
    )
    expectColumns(schema, "ZA", "")
    expectColumns(schema, "ZB", "ZONE INTEGER, ZX VARCHAR")
    #expect(schema.mapping[PropertyLocation(entity: 0, property: 0)] == .none)
  }

  @Test func `a relationship to nowhere is reported and not stored`() {
    let schema = SQLiteSchema(model(entity("A", toOne("one", "Missing"), toMany("many", "Gone"))))
    expectColumns(schema, "ZA", "")
    #expect(
      schema.mapping.issues.map(\.message) == [
        "relationship 'A.one' leads to no entity of the model",
        "relationship 'A.many' leads to no entity of the model",
      ]
    )
  }

  /// An inverse that is not mutual is ignored: each end is stored separately.
  @Test func `a chain of inverses stores every end`() {
    let resolved = model(
      entity("A", toMany("r", "B", inverse: "s")),
      entity("B", toMany("s", "A", inverse: "t")),
      entity("C", toMany("u", "B", inverse: "s")),
    )
    let mapping = CoreDataLayout.mapping(of: resolved)
    for entity in 0..<3 {
      #expect(mapping[PropertyLocation(entity: entity, property: 0)] != .none)
    }
  }
}
