import PostgreSQLDriver
import SQLDriver
import Testing

@testable import SQLSchema

/// Tests that derived attributes are updated with every change of their sources.
@Suite struct PostgreSQLDerivationTests {
  private static let model = """
    <entity name="Book">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="plain" optional="YES" attributeType="String" derived="YES" \
    derivationExpression="canonical:(title)"/>
      <attribute name="loud" optional="YES" attributeType="String" derived="YES" \
    derivationExpression="uppercase:(plain)"/>
      <attribute name="pageCount" optional="YES" attributeType="Integer 16" derived="YES" \
    derivationExpression="pages.@count"/>
      <attribute name="words" optional="YES" attributeType="Integer 64" derived="YES" \
    derivationExpression="pages.@sum.words"/>
      <attribute name="tagCount" optional="YES" attributeType="Integer 64" derived="YES" \
    derivationExpression="tags.@count"/>
      <attribute name="saved" optional="YES" attributeType="Date" derived="YES" \
    derivationExpression="now()"/>
      <relationship name="pages" toMany="YES" optional="YES" deletionRule="Cascade" \
    destinationEntity="Page" inverseName="book" inverseEntity="Page"/>
      <relationship name="tags" toMany="YES" optional="YES" destinationEntity="Tag" \
    inverseName="books" inverseEntity="Tag"/>
    </entity>
    <entity name="Page">
      <attribute name="words" optional="YES" attributeType="Integer 32"/>
      <attribute name="bookTitle" optional="YES" attributeType="String" derived="YES" \
    derivationExpression="lowercase:(book.title)"/>
      <relationship name="book" maxCount="1" optional="YES" destinationEntity="Book" \
    inverseName="pages" inverseEntity="Book"/>
    </entity>
    <entity name="Tag"><relationship name="books" toMany="YES" optional="YES" destinationEntity="Book" \
    inverseName="tags" inverseEntity="Book"/></entity>
    """

  @Test func derivedColumnsFollow() throws {
    let database = try SchemaDatabase()
    let connection = database.connection
    func state() throws -> [SQLValue] {
      try connection.rows(
        "SELECT plain, loud, page_count, words, tag_count FROM book WHERE object_id = 1"
      )[0]
    }
    func titles() throws -> [[SQLValue]] {
      try connection.rows("SELECT book_title FROM page ORDER BY object_id")
    }
    let schema = try ModelText.schema(Self.model)
    #expect(schema.issues.isEmpty)
    try database.with(schema) {
      try connection.execute("INSERT INTO page (object_id, book_id, words) VALUES (1, 1, 10)")
      try connection.execute("INSERT INTO book (object_id, title) VALUES (1, 'Élan Vital')")
      #expect(try state() == ["elan vital", "ELAN VITAL", 1, 10, 0])
      #expect(try titles() == [["élan vital"]])
      try connection.execute("INSERT INTO page (object_id, book_id, words) VALUES (2, 1, NULL)")
      try connection.execute("UPDATE page SET words = 5 WHERE object_id = 2")
      #expect(try state() == ["elan vital", "ELAN VITAL", 2, 15, 0])
      try connection.execute(
        "UPDATE book SET title = 'Zen'; INSERT INTO tag (object_id) VALUES (4)"
      )
      try connection.execute("INSERT INTO book_tags VALUES (1, 4)")
      #expect(try state() == ["zen", "ZEN", 2, 15, 1])
      #expect(try titles() == [["zen"], ["zen"]])
      try connection.execute("UPDATE page SET book_id = NULL WHERE object_id = 1; DELETE FROM tag")
      #expect(try state() == ["zen", "ZEN", 1, 5, 0])
      #expect(try titles() == [[.null], ["zen"]])
      try connection.execute("DELETE FROM page WHERE object_id = 2")
      #expect(try state() == ["zen", "ZEN", 0, 0, 0])
    }
  }

  @Test func theTimeOfTheLastSave() throws {
    let database = try SchemaDatabase()
    let connection = database.connection
    try database.with(try ModelText.schema(Self.model)) {
      try connection.execute("INSERT INTO book (object_id) VALUES (1)")
      #expect(try connection.value("SELECT saved = now() FROM book") == 1)
      try connection.execute("ALTER TABLE book DISABLE TRIGGER USER; UPDATE book SET saved = NULL")
      try connection.execute("ALTER TABLE book ENABLE TRIGGER USER")
      try connection.execute("UPDATE book SET title = 'x'")
      #expect(
        try connection.value("SELECT saved FROM book") == .null,
        "no save without a new version"
      )
      try connection.execute("UPDATE book SET object_version = 2")
      #expect(try connection.value("SELECT saved = now() FROM book") == 1)
    }
  }

  @Test func anotherSchemaOnTheSearchPathIsIgnored() throws {
    let database = try SchemaDatabase()
    let connection = database.connection
    try database.with(try ModelText.schema(Self.model)) {
      try connection.execute("SET LOCAL search_path = public")
      try connection.execute("INSERT INTO \(database.namespace).book (object_id) VALUES (1)")
      try connection.execute(
        "INSERT INTO \(database.namespace).page (object_id, book_id) VALUES (1, 1)"
      )
      #expect(try connection.value("SELECT page_count FROM \(database.namespace).book") == 1)
    }
  }

  @Test func attributesThatFollowFromOneAnotherComeToRest() throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      """
      <entity name="A"><attribute name="x" optional="YES" attributeType="String" derived="YES" \
      derivationExpression="b.y"/><relationship name="b" maxCount="1" optional="YES" \
      destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>
      <entity name="B"><attribute name="y" optional="YES" attributeType="String" derived="YES" \
      derivationExpression="uppercase:(a.x)"/><relationship name="a" maxCount="1" optional="YES" \
      destinationEntity="A" inverseName="b" inverseEntity="A"/></entity>
      <entity name="C"><attribute name="n" optional="YES" attributeType="Integer 64" derived="YES" \
      derivationExpression="kids.@count"/><relationship name="parent" maxCount="1" optional="YES" \
      destinationEntity="C" inverseName="kids" inverseEntity="C"/><relationship name="kids" toMany="YES" \
      optional="YES" destinationEntity="C" inverseName="parent" inverseEntity="C"/></entity>
      """
    )
    try database.with(schema) {
      try database.connection.execute(
        """
        INSERT INTO a (object_id, b_id) VALUES (1, 1); INSERT INTO b (object_id, a_id) VALUES (1, 1);
        INSERT INTO c (object_id, parent_id) VALUES (1, 1), (2, 1), (3, 2); UPDATE c SET parent_id = 1;
        """
      )
      #expect(
        try database.connection.rows("SELECT n FROM c ORDER BY object_id") == [[3], [0], [0]]
      )
    }
  }

  @Test(arguments: [
    ("Integer 64", "canonical:(title)", "has a type that the value of its expression does not fit"),
    ("String", "it", "depends on itself"),
    ("Integer 16", "big", "has a type that the value of its expression does not fit"),
    ("Integer 16", "books.@count", nil),
  ])
  func unsupportedDerivations(type: String, expression: String, fault: String?) throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      """
      <entity name="Thing"><attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="big" optional="YES" attributeType="Integer 64"/>
      <attribute name="it" optional="YES" attributeType="\(type)" derived="YES" \
      derivationExpression="\(expression)"/></entity>
      """
    )
    if let fault {
      #expect(schema.issues.map(\.message) == ["derived attribute 'Thing.it' \(fault)"])
    }
    #expect(schema.mapping.derivations.isEmpty)
    try database.with(schema)
  }
}
