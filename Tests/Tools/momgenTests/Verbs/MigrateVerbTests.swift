import Diagnostics
import Foundation
import PropertyLists
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing

@testable import momgen

struct MigrateVerbTests {
  private func migrate(_ store: SampleStore, _ words: String...) -> Run {
    Run(words: ["migrate", store.path, "--model", SampleStore.league, "--to", "League 2"] + words)
  }

  private func hasNumbers(_ store: SampleStore) throws -> Bool {
    try store.withConnection {
      try $0.value("SELECT COUNT(*) FROM pragma_table_info('ZPLAYER') WHERE name = 'ZJERSEYNUMBER'")
        == .integer(1)
    }
  }

  @Test func aDryRunChangesNothing() throws {
    let store = try SampleStore()
    let (bytes, names) = (try store.bytes(), try store.names())
    let run = migrate(store, "--dry-run", "--backup")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    try Golden.expect(store.plain(run.output), equals: "migrate/League.txt")
    #expect(try store.bytes() == bytes)
    #expect(try store.names() == names)
    #expect(run.output.hasSuffix("\n-- This was a dry run: nothing was changed.\n"))
    let json = migrate(store, "--dry-run", "--format", "json")
    try Golden.expect(store.plain(json.output), equals: "migrate/League.json")
  }

  @Test(arguments: [true, false])
  func theStoreHasTheVersionThen(keepsModel: Bool) throws {
    let store = try SampleStore(keepsModel: keepsModel)
    let run = migrate(store)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.isEmpty)
    #expect(
      run.output.hasSuffix(
        """
        migrated to 'League 2', and verified

        entity  before  after
        Player  2       2
        Team    1       1

        """
      ),
      "\(run.output)"
    )
    #expect(try hasNumbers(store))
    #expect(try store.names() == ["League.sqlite"])
    #expect(Run("verify", store.path, "--model", SampleStore.league).exitCode == 0)
    let again = migrate(store)
    #expect(again.exitCode == 0)
    #expect(store.plain(again.output) == "League.sqlite: already has version 'League 2'\n")
  }

  @Test func backupsOverwriteNothing() throws {
    let store = try SampleStore()
    let files = ".League_SUPPORT/_EXTERNAL_DATA"
    try store.scratch.write("large", to: files + "/6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11")
    try store.scratch.write("other", to: "League-backup.sqlite")
    let run = migrate(store, "--backup")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(store.plain(run.output).contains("\nbackup: League-backup-2.sqlite\n"))
    #expect(try store.scratch.read("League-backup.sqlite") == "other")
    #expect(
      try store.scratch.read(
        ".League-backup-2_SUPPORT/_EXTERNAL_DATA/6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11"
      ) == "large"
    )
    let copy = Run(
      "inspect",
      store.scratch.path("League-backup-2.sqlite"),
      "--model",
      SampleStore.league
    )
    #expect(copy.output.contains("version 'League'\n"))
    #expect(copy.output.contains("2 entities, 3 objects"))
  }

  @Test func lossesAreWarnings() throws {
    let store = try SampleStore(version: "League 2")
    let run = Run(
      "migrate",
      store.path,
      "--model",
      SampleStore.league,
      "--to",
      "League",
      "--dry-run"
    )
    #expect(run.exitCode == 0)
    #expect(
      store.plain(run.errorOutput)
        == "League.sqlite: warning: the values of Player.jerseyNumber are lost [data-loss]\n"
    )
  }

  /// Values that only a program with the model's classes can compute are left empty, with a message.
  @Test(arguments: ["--dry-run", "--backup"]) func anEmptyDerivedAttributeIsWarnedOf(word: String)
    throws
  {
    let store = try SampleStore()
    let scratch = try Scratch()
    func derived(_ name: String, _ expression: String) -> String {
      "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\" derived=\"YES\" "
        + "derivationExpression=\"\(expression)\"/>"
    }
    try scratch.write(
      try SampleStore.contents(of: "League").replacingOccurrences(
        of: "<attribute name=\"email\"",
        with: derived("folded", "canonical:(email)") + derived("upper", "uppercase:(email)")
          + "<attribute name=\"email\""
      ),
      to: "New.xcdatamodel/contents"
    )
    let run = Run("migrate", store.path, "--model", scratch.path("New.xcdatamodel"), word)
    #expect(run.exitCode == 0)
    #expect(
      run.errorOutput.contains(
        "warning: Player.folded stays empty in existing objects: only a program that uses the "
          + "store computes 'canonical:' [missing-value]"
      )
    )
    #expect(!run.errorOutput.contains("Player.upper"), "\(run.errorOutput)")
  }

  /// An attribute becomes mandatory, and one object has no value.
  @Test func aFailureLeavesTheStore() throws {
    let store = try SampleStore()
    let scratch = try Scratch()
    let old = try SampleStore.contents(of: "League")
    try scratch.write(
      old.replacingOccurrences(
        of: "<attribute name=\"email\"",
        with: "<attribute name=\"born\" attributeType=\"Date\"/><attribute name=\"email\""
      ),
      to: "New.xcdatamodel/contents"
    )
    try scratch.write(
      old.replacingOccurrences(
        of: "name=\"email\" attributeType=\"String\"",
        with: "name=\"email\" attributeType=\"Integer 16\""
      ),
      to: "Typed.xcdatamodel/contents"
    )
    let bytes = try store.bytes()
    let missing = Run("migrate", store.path, "--model", scratch.path("New.xcdatamodel"))
    #expect(missing.exitCode == 1)
    #expect(missing.errorOutput.contains("error: objects lack a value for Player.born"))
    #expect(missing.errorOutput.contains("hint: give the attribute a default value, or"))
    let typed = Run("migrate", store.path, "--model", scratch.path("Typed.xcdatamodel"), "--backup")
    #expect(typed.exitCode == 1)
    #expect(typed.errorOutput.contains("[not-inferrable]"), "\(typed.errorOutput)")
    #expect(try store.bytes() == bytes)
    #expect(try store.names() == ["League.sqlite"])
  }

  /// A plan that is never carried out warns of no losses.
  @Test func aRefusedMigrationLosesNothing() throws {
    let store = try SampleStore()
    let scratch = try Scratch()
    let joined = try SampleStore.contents(of: "League")
      .replacingOccurrences(
        of: "<entity name=\"Player\"",
        with: "<entity parentEntity=\"Thing\" name=\"Player\""
      )
      .replacingOccurrences(
        of: "<entity name=\"Team\"",
        with: "<entity parentEntity=\"Thing\" name=\"Team\""
      )
      .replacingOccurrences(
        of: "</model>",
        with: "<entity name=\"Thing\" isAbstract=\"YES\"/></model>"
      )
    try scratch.write(joined, to: "New.xcdatamodel/contents")
    for words in [[], ["--dry-run"]] {
      let run = Run(
        words: ["migrate", store.path, "--model", scratch.path("New.xcdatamodel")] + words
      )
      #expect(run.exitCode == 1)
      #expect(run.errorOutput.contains("[not-inferrable]"), "\(run.errorOutput)")
      #expect(!run.errorOutput.contains("[data-loss]"), "\(run.errorOutput)")
    }
  }

  /// No model file can state a default value of such a type.
  @Test(arguments: ["Binary", "Transformable"])
  func aMissingValueWithoutDefaults(type: String) throws {
    let store = try SampleStore()
    let scratch = try Scratch()
    try scratch.write(
      try SampleStore.contents(of: "League").replacingOccurrences(
        of: "<attribute name=\"email\"",
        with: "<attribute name=\"photo\" attributeType=\"\(type)\"/><attribute name=\"email\""
      ),
      to: "New.xcdatamodel/contents"
    )
    let run = Run("migrate", store.path, "--model", scratch.path("New.xcdatamodel"))
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("error: objects lack a value for Player.photo"))
    #expect(
      run.errorOutput.contains(
        "hint: make it optional, or give the objects a value in the old version"
      )
    )
  }

  /// The version of the store is missing in the bundle, which has moved, and is still in the history.
  @Test func theVersionIsFoundInHistory() throws {
    let repository = try GitRepository()
    let scratch = repository.scratch
    for (version, path) in [("League", "Old.xcdatamodel"), ("League 2", "New/M.xcdatamodel")] {
      try scratch.write(SampleStore.contents(of: version), to: path + "/contents")
      try repository.commit(version)
      if path.hasPrefix("Old") { try repository.git("rm", "-q", "-r", path) }
    }
    let store = try SampleStore(keepsModel: false)
    let words = ["migrate", store.path, "--model", scratch.path("New/M.xcdatamodel")]
    let run = Run(words: words)
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("hint: --history looks for it"))
    let commit = try repository.git("rev-parse", "HEAD~1").prefix(10)
    let inspected = Run(words: ["inspect"] + words.dropFirst() + ["--history"])
    #expect(inspected.output.contains("version 'Old (\(commit))'"), "\(inspected.output)")
    let found = Run(words: words + ["--history"])
    #expect(found.exitCode == 0, "\(found.errorOutput)")
    #expect(found.output.contains("from 'Old (\(commit))' to 'M'"), "\(found.output)")
    #expect(try hasNumbers(store))
  }

  @Test func outsideOfRepositoriesThereIsNoHistory() throws {
    let scratch = try Scratch()
    try scratch.write(SampleStore.contents(of: "League 2"), to: "M.xcdatamodel/contents")
    let store = try SampleStore(keepsModel: false)
    let run = Run(
      "migrate",
      store.path,
      "--model",
      scratch.path("M.xcdatamodel"),
      "--history"
    )
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("[git]"), "\(run.errorOutput)")
  }

  /// Unknown hashes: the user states the version, and it must fit.
  @Test func aVersionMayBeClaimed() throws {
    let store = try SampleStore(keepsModel: false)
    try store.changeHashes { metadata in
      let hashes = metadata[StoreMetadataKey.hashes]?.dictionary?.entries ?? []
      return hashes.map { .init($0.key, .data([UInt8](repeating: 7, count: 32))) }
    }
    let bytes = try store.bytes()
    #expect(migrate(store).exitCode == 3)
    let other = Run(
      "migrate",
      store.path,
      "--model",
      SampleModel.path("Company"),
      "--from",
      "Company"
    )
    #expect(other.exitCode == 3)
    #expect(
      other.errorOutput.contains("which lacks its entities Player, Team"),
      "\(other.errorOutput)"
    )
    let wrong = Run(
      "migrate",
      store.path,
      "--model",
      SampleStore.league,
      "--to",
      "League",
      "--from",
      "League 2"
    )
    #expect(wrong.exitCode == 1)
    #expect(wrong.errorOutput.contains("it lacks ZPLAYER.ZJERSEYNUMBER"), "\(wrong.errorOutput)")
    #expect(try store.bytes() == bytes)
    let run = migrate(store, "--from", "League")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.contains("from 'League' to 'League 2'"))
    #expect(try hasNumbers(store))
    #expect(Run("verify", store.path, "--model", SampleStore.league).exitCode == 0)
  }

  @Test(arguments: [("--dry-run", "planned"), ("--backup", "migrated")])
  func theStatusIsInTheJSON(option: String, status: String) throws {
    let store = try SampleStore()
    #expect(
      migrate(store, option, "--format", "json").output.contains("\"status\": \"\(status)\"")
    )
    #expect(
      migrate(store, "--format", "json").output
        .contains("\"status\": \"\(status == "planned" ? "migrated" : "current")\"")
    )
  }

  @Test func aStoreInUseIsDistinguished() throws {
    let store = try SampleStore()
    try store.withConnection { other in
      try other.execute("BEGIN IMMEDIATE")
      let run = migrate(store)
      #expect(run.exitCode == 3)
      #expect(run.errorOutput.contains("error: another program is using the store [store-in-use]"))
      #expect(run.errorOutput.contains("hint: close it there"))
      try other.rollBack()
    }
    #expect(migrate(store).exitCode == 0)
  }

  @Test func aStoreThatCannotBeWrittenIsAsItWas() throws {
    let store = try SampleStore()
    try store.execute("PRAGMA journal_mode = DELETE")
    let bytes = try store.bytes()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store.path)
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: store.scratch.folder.path)
    defer {
      try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.scratch.folder.path)
    }
    // The superuser can write to it.
    if files.isWritableFile(atPath: store.path) { try Test.cancel("root may write every file") }
    let run = migrate(store)
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("[unwritable-file]"), "\(run.errorOutput)")
    #expect(try store.bytes() == bytes)
    #expect(migrate(store, "--backup").exitCode == 2)
  }

  @Test func usage() throws {
    let store = try SampleStore()
    #expect(Run("migrate", store.path).exitCode == 2)
    #expect(Run("migrate", store.path, "--model", SampleStore.league, "--to", "x").exitCode == 3)
  }
}

struct StoreFailureTests {
  @Test(arguments: [
    (SQLError.Kind.busy, "another program is using the store", "store-in-use"),
    (.full, "there is no space left: m", "unwritable-file"),
    (.permission, "the store cannot be written: m", "unwritable-file"),
    (.corrupt, "the file is not a database or is damaged: m", "damaged-store"),
    (.inputOutput, "cannot read the store: m", "unreadable-file"),
  ])
  func databases(kind: SQLError.Kind, message: String, rule: String) {
    let failure = StoreDiagnosis(SQLError(kind, code: "1", "m"), store: "s")
    #expect(failure.diagnostic.message == message)
    #expect(failure.diagnostic.rule == rule)
    #expect(failure.diagnostic.place.path == "s")
    #expect(failure.exitCode == .badModel)
    let migrating = StoreDiagnosis(SQLError(kind, code: "1", "m"), store: "s", .migrating)
    #expect(migrating.exitCode == (kind == .busy ? .badModel : .findings))
  }

  @Test func readOnlyErrorsWhileReadingAreInterruptedChanges() {
    let error = SQLError(.readOnly, code: "1", "m")
    #expect(StoreDiagnosis(error, store: "s").diagnostic.rule == "interrupted-change")
    #expect(StoreDiagnosis(error, store: "s", .migrating).diagnostic.rule == "unwritable-file")
  }
}

struct MigrationProgressLineTests {
  @Test(arguments: [
    (0, 40, "[........................] 0%  1/4  copy rows"),
    (50, 60, "[############............] 50%  1/4  copy rows"),
    (100, 60, "[########################] 100%  1/4  copy rows"),
    (100, 20, "[##################"),
  ])
  func line(rows: Int, width: Int, line: String) {
    let progress = MigrationProgress(
      title: "copy rows",
      step: 1,
      stepCount: 4,
      rowsDone: rows,
      rowCount: 100
    )
    let shown = MigrationProgressLine.line(progress, width: width)
    #expect(line.hasPrefix(shown) && shown.count == min(line.count, width - 1))
  }

  /// A bundle of an older program with the first version only.
  private func olderModel(_ scratch: Scratch) throws -> String {
    try scratch.write(SampleStore.contents(of: "League"), to: "Old.xcdatamodel/contents")
    return scratch.path("Old.xcdatamodel")
  }

  @Test func valuesThatOlderModelsLackAreKept() throws {
    let store = try SampleStore(version: "League 2")
    let scratch = try Scratch()
    let model = try olderModel(scratch)
    try store.execute("UPDATE ZPLAYER SET ZJERSEYNUMBER = 7 WHERE Z_PK = 1")
    let bytes = try store.bytes()
    for words in [[], ["--dry-run"], ["--from", "Old"], ["--backup"]] {
      let run = Run(words: ["migrate", store.path, "--model", model] + words)
      #expect(run.exitCode == 1, "\(words)")
      #expect(run.errorOutput.contains("the values of Player.jerseyNumber are lost [data-loss]"))
      #expect(
        run.errorOutput.contains("error: the store's version of the model is known only from")
      )
      #expect(run.errorOutput.contains("--allow-loss"))
      #expect(try store.bytes() == bytes)
    }
    #expect(try store.names() == ["League.sqlite"])
    let run = Run("migrate", store.path, "--model", model, "--allow-loss")
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("warning: the values of Player.jerseyNumber are lost"))
    #expect(run.output.contains("migrated to 'Old'"))
  }

  @Test func nothingThatTheStoreLacksIsLost() throws {
    let store = try SampleStore(version: "League 2")
    let scratch = try Scratch()
    let run = Run("migrate", store.path, "--model", try olderModel(scratch))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
  }

  @Test(arguments: [
    ("", "the model has no entities", true),
    (
      "<entity name=\"Planet\"/>", "the model has none of the store's entities (Player, Team)",
      false
    ),
  ])
  func aModelOfSomethingElseEmptiesNoStore(
    entities: String,
    message: String,
    isFinal: Bool
  ) throws {
    let store = try SampleStore()
    let scratch = try Scratch()
    try scratch.write(
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\(entities)</model>",
      to: "Other.xcdatamodel/contents"
    )
    let bytes = try store.bytes()
    let model = scratch.path("Other.xcdatamodel")
    for words in [[], ["--dry-run"]] {
      let run = Run(words: ["migrate", store.path, "--model", model] + words)
      #expect(run.exitCode == 1)
      #expect(run.errorOutput.contains("error: \(message)"), "\(run.errorOutput)")
      #expect(run.errorOutput.contains("[other-model]"))
    }
    #expect(try store.bytes() == bytes)
    let allowed = Run("migrate", store.path, "--model", model, "--allow-loss")
    #expect(allowed.exitCode == (isFinal ? 1 : 0), "\(allowed.errorOutput)")
  }
}
