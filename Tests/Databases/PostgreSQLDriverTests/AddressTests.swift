import Testing

@testable import PostgreSQLDriver

@Suite("URLs of stores") struct AddressTests {
  struct Case: Sendable {
    var url: String
    var connection: String
    var redacted: String
    var schema = "public"
  }

  static let cases = [
    Case(
      url: "postgresql://me@a,b/league?schema=app",
      connection: "postgresql://me@a,b/league",
      redacted: "postgresql://me@a,b/league?schema=app",
      schema: "app"
    ),
    Case(
      url: "postgres://me:s%40cret@h:5433/d?sslmode=require&password=x&schema=a%20b",
      connection: "postgres://me:s%40cret@h:5433/d?sslmode=require&password=x",
      redacted: "postgres://me@h:5433/d?sslmode=require&schema=a%20b",
      schema: "a b"
    ),
    Case(url: "postgresql:///d", connection: "postgresql:///d", redacted: "postgresql:///d"),
    Case(
      url: "POSTGRESQL://:pw@/d#part",
      connection: "POSTGRESQL://:pw@/d",
      redacted: "POSTGRESQL://@/d"
    ),
    Case(
      url: "postgresql://u:a@b@h/d?sslpassword=k",
      connection: "postgresql://u:a@b@h/d?sslpassword=k",
      redacted: "postgresql://u@h/d"
    ),
    Case(
      url: "postgresql://u:a/b@h/d",
      connection: "postgresql://u:a/b@h/d",
      redacted: "postgresql://u@h/d"
    ),
    Case(
      url: "postgresql://h:5432/a@b",
      connection: "postgresql://h:5432/a@b",
      redacted: "postgresql://h:5432/a@b"
    ),
  ]

  @Test("A URL is what libpq is given, a schema, and what can be shown", arguments: cases)
  func addresses(_ each: Case) throws {
    let address = try #require(PostgreSQLAddress(each.url))
    #expect(address.connection == each.connection)
    #expect(address.redacted == each.redacted)
    #expect(address.schema == each.schema)
  }

  @Test(
    "Other URLs are not those of stores",
    arguments: ["file:///x", "/x", "postgresql:x", "mysql://h/d", ""]
  )
  func others(_ url: String) { #expect(PostgreSQLAddress(url) == nil) }

  @Test("An option names the schema instead of the URL")
  func option() {
    #expect(PostgreSQLAddress("postgresql://h/d?schema=a", schema: "b")?.schema == "b")
  }

  @Test("Messages lose the passwords in every spelling")
  func scrubbing() throws {
    let address = try #require(PostgreSQLAddress("postgresql://u:p%40ss@h/d?sslpassword=key"))
    #expect(address.scrubbed("p%40ss, p@ss and key") == "•••, ••• and •••")
    #expect(address.scrubbed("nothing") == "nothing")
  }
}
