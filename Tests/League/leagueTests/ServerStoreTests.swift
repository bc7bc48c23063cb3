import Foundation
import LeagueOperations
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

/// The program over a store in PostgreSQL.
@Suite("league in PostgreSQL", .enabled(if: Program.isAvailable()))
struct ServerStoreTests {
  let typing: Typing
  let url = PostgreSQLServer.url()

  init() throws { typing = try Typing() }

  /// Runs a script in which `league` is the program with the store.
  private func run(_ script: String, url: URL? = nil) throws -> Program.Outcome {
    try Program.run(
      """
      export XDG_DATA_HOME="$PWD/data"
      program=$0
      league() { "$program" --store '\((url ?? self.url).absoluteString)' "$@"; }
      \(script)
      """,
      in: typing.folder
    )
  }

  @Test("Every verb works")
  func verbs() throws {
    let outcome = try run(
      """
      set -e
      league team add Crew --color Blue
      league team add Arrows --color Gold --store-type postgresql
      league team edit Crew --color Red
      league player add --team Crew --first Ada --last Lovelace --email ada@example.org
      league player edit Ada --email a@example.org
      league player move Ada --to Arrows
      printf 'team,color,first,last,email\\nDash,Blue,Bo,Cox,bo@example.org\\n' | league import -
      league export | sort
      league player delete Bo --yes
      league undo
      league team delete Arrows --yes
      league undo
      league team list
      league player list --json | grep -c '"id"'
      ls data/league | sed 's/-.*-/-*-/'
      """
    )
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("Undid: delete the team Arrows."), "\(outcome.output)")
    #expect(outcome.output.contains("Arrows,Gold,Ada,Lovelace,a@example.org"))
    #expect(outcome.output.hasSuffix("\n2\nLeague-*-undo\n"), "\(outcome.output)")
  }

  @Test("Two programs add to one store at the same time")
  func atOnce() throws {
    let outcome = try run(
      """
      league team add Zero --color Blue >/dev/null
      for i in 1 2 3 4; do league team add Team$i --color Blue & done
      wait
      league team list | grep -c Team
      """
    )
    #expect(outcome.output.hasSuffix("4\n"), "\(outcome.output)")
  }

  @Test(
    "Several hosts with ports of their own are one URL",
    arguments: [
      (
        "postgresql://me:pw@a:1,b:2/d?schema=x",
        "postgresql://me:pw@/d?schema=x&host=a,b&port=1,2"
      ), ("postgresql://[::1]:5,h/d", "postgresql:///d?host=::1,h&port=5,"),
      ("postgresql://a,b/d", "postgresql://a,b/d"),
      ("postgres:///d?host=/x", "postgres:///d?host=/x"),
    ]
  )
  func hosts(text: String, url: String) {
    #expect(StoreLocation(server: text)?.url.absoluteString == url)
  }

  @Test(
    "Passwords are in no message",
    arguments: [
      "--store postgresql://me:s3cr/t@127.0.0.1:1/d team list",
      "--store postgresql://me:s3cret@127.0.0.1:1/d team list",
      "--store postgresql:///d?host=/nowhere&password=s3cret serve --port 0",
      "--store postgresql://me:s3cret@127.0.0.1:1/d --store-type sqlite team list",
      "--store postgresql://me:s3cret@127.0.0.1:1/d --store postgres://me:s3cret@h/d team list",
      "team list postgresql://me:s3cret@127.0.0.1:1/d", "postgresql://me:s3cret@127.0.0.1:1/d",
      "import postgresql://me:s3cret@127.0.0.1:1/d",
      "--store postgresql://me:s3cret@[127.0.0.1:1/d team list",
      "--store-type postgresql --store League.sqlite team list",
    ]
  )
  func passwords(line: String) {
    let outcome = typing.run(line)
    #expect(outcome.status != 0)
    #expect(!(outcome.output + outcome.errors).contains("s3cr"), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("error: "), "\(outcome.errors)")
  }

  @Test("A server that is briefly unreachable is waited for")
  func waiting() throws {
    #expect(try run("league team add Crew --color Blue").status == 0)
    let program = "waiting " + UUID().uuidString
    var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    components.queryItems?.append(URLQueryItem(name: "application_name", value: program))
    let store = try LeagueStore(StoreLocation(.postgresql, at: try #require(components.url)))
    let connection = try PostgreSQLServer.connect()
    var rounds = 0
    let count = try store.read { league in
      rounds += 1
      if rounds == 1 {
        try connection.execute(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '\(program)'"
        )
      }
      return try league.teams().count
    }
    #expect(count == 1)
  }
}
