import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@testable import momgen

/// The verbs for stores, given the URL of a server.
struct ServerVerbTests {
  private func migrate(_ store: ServerSampleStore, _ words: String...) -> Run {
    Run(words: ["migrate", store.url, "--model", SampleStore.league, "--to", "League 2"] + words)
  }

  private func hasNumbers(_ store: ServerSampleStore) throws -> Bool {
    try store.value(
      "SELECT count(*) FROM information_schema.columns WHERE table_schema = '\(store.schema)'"
        + " AND table_name = 'player' AND column_name = 'jersey_number'"
    ) == 1
  }

  // MARK: Reading

  @Test func aStoreIsShown() throws {
    let store = try ServerSampleStore()
    let run = Run("inspect", store.url, "--model", SampleStore.league)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.isEmpty)
    let text = store.plain(run.output)
    #expect(text.hasPrefix("URL: 2 entities, 3 objects, "), "\(text)")
    #expect(text.contains("  model         version 'League'\n"))
    #expect(text.contains("  server        PostgreSQL 15") && text.contains("schema SCHEMA\n"))
    #expect(text.contains("\nPlayer        2") && text.contains("\nTeam          1"), "\(text)")
    #expect(!text.contains("journal") && !text.contains("error:") && !text.contains("warning:"))
    let json = Run("inspect", store.url, "--format", "json")
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(value?["file"] is NSNull)
    #expect((value?["server"] as? [String: Any])?["schema"] as? String == store.schema)
  }

  @Test func aSoundStoreIsVerified() throws {
    for version in ["League", "League 2"] {
      let store = try ServerSampleStore(version: version)
      let run = Run("verify", store.url, "--model", SampleStore.league)
      #expect(run.exitCode == 0, "\(run.errorOutput)")
      #expect(store.plain(run.output) == "URL: 2 entities, 3 objects, no problems\n")
    }
  }

  @Test(arguments: [
    ("ALTER TABLE player DROP COLUMN email", "missing-column", 1),
    ("DROP TABLE player", "missing-table", 1),
    (
      """
      DO $$ DECLARE c name; BEGIN
        FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'player'::regclass AND contype = 'f'
        LOOP EXECUTE format('ALTER TABLE player DROP CONSTRAINT %I', c); END LOOP; END $$;
      UPDATE player SET team_id = 77 WHERE object_id = 2
      """, "dangling-reference", 1
    ),
    ("UPDATE coredata_entity SET last_key = 0", "keys-behind", 1),
    ("UPDATE coredata_entity SET parent = 2 WHERE number = 1", "entity-table", 1),
    ("DELETE FROM coredata_entity WHERE number = 2", "entity-table", 1),
    (
      """
      ALTER TABLE player ALTER COLUMN email DROP NOT NULL;
      UPDATE player SET email = NULL WHERE object_id = 1
      """, "missing-value", 1
    ),
    ("UPDATE coredata_model SET contents = '\\x00'", "damaged-model-cache", 1),
    ("UPDATE coredata_metadata SET uuid = ''", "missing-identifier", 1),
  ])
  func problemsAreFound(sql: String, rule: String, code: Int32) throws {
    let store = try ServerSampleStore()
    try store.execute(sql)
    let run = Run("verify", store.url, "--model", SampleStore.league)
    #expect(run.exitCode == code, "\(run.output)\(run.errorOutput)")
    #expect(run.errorOutput.contains("[\(rule)]"), "\(run.errorOutput)")
  }

  @Test func slowSettingsAreNotes() throws {
    let store = try ServerSampleStore()
    try store.execute("DROP INDEX player_team_id_idx")
    let run = Run("verify", store.url)
    #expect(run.exitCode == 0)
    #expect(run.errorOutput.contains("note: ") && run.errorOutput.contains("[missing-index]"))
  }

  @Test func theModelInAStoreIsRead() throws {
    let store = try ServerSampleStore()
    let ofModel = Run("hash", "--model-version", "League", SampleModel.path("League"))
    for words in [["hash"], ["hash", "--all-versions"]] {
      let ofStore = Run(words: words + [store.url])
      #expect(ofStore.exitCode == 0, "\(ofStore.errorOutput)")
      #expect(
        ofStore.output.split(separator: "\n").dropFirst()
          == ofModel.output.split(separator: "\n").dropFirst()
      )
    }
    for words in [["sql", "--dialect", "postgresql"], ["dump"], ["validate"], ["diagram"]] {
      #expect(Run(words: words + [store.url]).exitCode == 0, "\(words)")
    }
    try store.execute("DROP TABLE coredata_model")
    let none = Run("hash", store.url)
    #expect(none.exitCode == 3 && none.errorOutput.contains("the store contains no model"))
  }

  // MARK: Migrating

  @Test func thePlanIsThatOfDiff() throws {
    let store = try ServerSampleStore()
    let run = migrate(store, "--dry-run")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try !hasNumbers(store))
    let league = SampleStore.league
    let diff = Run(
      "diff",
      "\(league)/League.xcdatamodel",
      "\(league)/League 2.xcdatamodel",
      "--sql",
      "--dialect",
      "postgresql"
    )
    let steps = try #require(run.output.firstRange(of: "-- For a database in use"))
    let end = try #require(run.output.firstRange(of: "\n-- This was a dry run"))
    let script = run.output[steps.lowerBound..<end.lowerBound]
    #expect(script.contains("ADD COLUMN \"jersey_number\""))
    #expect(diff.output.contains(script), "\(diff.output)\n\(script)")
    let json = migrate(store, "--dry-run", "--format", "json")
    #expect(json.output.contains("\"status\": \"planned\""))
  }

  @Test func theStoreHasTheVersionThen() throws {
    let store = try ServerSampleStore()
    let run = migrate(store)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(
      run.output.hasSuffix(
        "and verified\n\nentity  before  after\nPlayer  2       2\nTeam    1       1\n"
      ),
      "\(run.output)"
    )
    #expect(try hasNumbers(store))
    #expect(Run("verify", store.url, "--model", SampleStore.league).exitCode == 0)
    let again = migrate(store)
    #expect(again.exitCode == 0)
    #expect(store.plain(again.output) == "URL: already has version 'League 2'\n")
  }

  @Test(.enabled(if: Program.isAvailable())) func ofFiveProcessesOneMigrates() throws {
    let store = try ServerSampleStore()
    try store.execute(
      "INSERT INTO player (object_id, email, first_name, last_name)"
        + " SELECT i, 'e' || i, 'first', 'last' FROM generate_series(3, 50000) i;"
        + " UPDATE coredata_entity SET last_key = 50000"
    )
    let scratch = try Scratch()
    let processes = try (0..<5).map { number in
      try Program.start(
        "out=$1; shift; exec \"$0\" \"$@\" >\"$out\"",
        [
          scratch.path("\(number)"), "migrate", store.url, "--model", SampleStore.league, "--to",
          "League 2",
        ]
      )
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let outputs = try (0..<5).map {
      try String(contentsOfFile: scratch.path("\($0)"), encoding: .utf8)
    }
    #expect(outputs.count { $0.contains("migrated to 'League 2', and verified") } == 1)
    #expect(Run("verify", store.url, "--model", SampleStore.league).exitCode == 0)
  }

  @Test func valuesThatOlderModelsLackAreKept() throws {
    let store = try ServerSampleStore(version: "League 2")
    let scratch = try Scratch()
    try scratch.write(SampleStore.contents(of: "League"), to: "Old.xcdatamodel/contents")
    let model = scratch.path("Old.xcdatamodel")
    try store.execute("UPDATE player SET jersey_number = 7 WHERE object_id = 1")
    for words in [[], ["--dry-run"]] {
      let run = Run(words: ["migrate", store.url, "--model", model] + words)
      #expect(run.exitCode == 1, "\(words)")
      #expect(run.errorOutput.contains("the values of Player.jerseyNumber are lost [data-loss]"))
      #expect(run.errorOutput.contains("--allow-loss"))
      #expect(try hasNumbers(store))
    }
    let run = Run("migrate", store.url, "--model", model, "--allow-loss")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try !hasNumbers(store))
  }

  @Test func absentValuesAreNoLoss() throws {
    let store = try ServerSampleStore(version: "League 2")
    let scratch = try Scratch()
    try scratch.write(SampleStore.contents(of: "League"), to: "Old.xcdatamodel/contents")
    try store.execute("UPDATE player SET jersey_number = NULL")
    let run = Run("migrate", store.url, "--model", scratch.path("Old.xcdatamodel"))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(try !hasNumbers(store))
  }

  @Test func aStoreInUseIsWaitedForAndLeft() throws {
    let store = try ServerSampleStore()
    let other = try PostgreSQLServer.connect()
    try other.execute("BEGIN; LOCK TABLE \"\(store.schema)\".player IN ACCESS SHARE MODE")
    let run = migrate(store)
    #expect(run.exitCode == 3, "\(run.output)")
    #expect(run.errorOutput.contains("[store-in-use]"), "\(run.errorOutput)")
    try other.execute("COMMIT")
    #expect(try !hasNumbers(store))
    #expect(migrate(store).exitCode == 0)
  }

  @Test func manuallyChangedTablesAreNotMigrated() throws {
    let store = try ServerSampleStore()
    try store.execute("ALTER TABLE player DROP COLUMN email")
    let run = migrate(store)
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("it lacks player.email [missing-table]"), "\(run.errorOutput)")
  }

  @Test func aServerIsNotCopied() throws {
    let store = try ServerSampleStore()
    let run = migrate(store, "--backup")
    #expect(run.exitCode == 2 && run.errorOutput.contains("pg_dump"))
    #expect(try !hasNumbers(store))
  }

  // MARK: Errors

  static let verbs = [
    ["inspect"], ["verify"], ["hash"], ["sql"], ["dump"], ["hash", "--all-versions"],
    ["migrate", "--model", SampleStore.league],
  ]

  @Test(arguments: verbs)
  func missingServersAreErrorsWithoutAPassword(verb: [String]) {
    for url in [
      "postgresql://me:s3cret@127.0.0.1:1/d", "postgresql://me:s3c/ret@127.0.0.1:1/d",
      "postgresql:///d?host=/nowhere&password=s3cret",
    ] {
      let run = Run(words: verb + [url])
      #expect(run.exitCode == 3, "\(verb)")
      #expect(run.errorOutput.contains("[unreachable-server]"), "\(run.errorOutput)")
      #expect(!(run.output + run.errorOutput).contains("s3c"), "\(run.errorOutput)")
      let json = Run(words: verb + ["--diagnostics", "json", url])
      #expect(!(json.output + json.errorOutput).contains("s3c"), "\(json.errorOutput)")
    }
  }

  @Test func foreignFilesAreRefused() throws {
    let url = PostgreSQLServer.url(schema: "pg_catalog").absoluteString
    let none = Run("inspect", url)
    #expect(none.exitCode == 3)
    #expect(
      none.errorOutput.contains("the schema 'pg_catalog' has no store"),
      "\(none.errorOutput)"
    )
    let missing = Run("inspect", PostgreSQLServer.url(schema: "nowhere").absoluteString)
    #expect(missing.errorOutput.contains("the database has no schema 'nowhere'"))
  }

  @Test(arguments: ["validate", "format", "generate", "lint", "versions", "compile"])
  func verbsWithoutStoresShowNoPassword(verb: String) {
    let run = Run(verb, "postgresql://me:s3cret@127.0.0.1:1/d")
    #expect(run.exitCode != 0)
    #expect(!(run.output + run.errorOutput).contains("s3cret"), "\(run.errorOutput)")
  }
}
