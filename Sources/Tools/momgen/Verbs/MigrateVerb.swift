import CommandLineParsing
import Diagnostics
import Files
import ModelComparison
import ModelFiles
import SQLDriver
import SQLSchema
import StoreMigration

/// `momgen migrate`: migrates a store to a version of a model.
enum MigrateVerb: Verb {
  static let command = Command(
    "migrate",
    "Migrate a store to another version of its model.",
    discussion: """
      The version of the store is found by its hashes: in the store itself, among all versions of the bundle,
      and with --history among all earlier models in the git repository. --from names it if hashes are not
      enough. The plan is printed as numbered steps with their SQL. Losses are warnings.

      A version that only the store itself contains may be newer than the model. A migration that would then
      lose data is refused, and so is one to a model that has none of the store's entities; --allow-loss
      allows both.

      The migration is one transaction. Before its end, all objects are counted again, the schema and the
      hashes are compared with those of a new store, and SQLite checks the whole database. Ctrl-C stops it;
      the store is then unchanged. If another program is using the store, momgen waits for at most five
      seconds.

      STORE may be the URL of a PostgreSQL database ('postgresql://user@host/database?schema=name'). The plan is
      that of 'momgen diff --sql', but it is one transaction; programs that start meanwhile wait. Whether a
      migration loses data is determined there from the two versions, not from the content of the store.

      Migrations that Core Data would not infer are not possible, for example from a number to a string.
      Numeric types are converted; a value that does not fit ends the migration.
      """,
    group: "Stores",
    operands: [SharedOptions.store],
    options: [
      .value(
        "model",
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
        isRequired: true,
        "The model."
      ),
      .value(
        "to",
        SharedOptions.version,
        "The new version of the store; by default the current one."
      ),
      .value(
        "from",
        SharedOptions.version,
        "The version of the store, if its hashes are not enough."
      ),
      SharedOptions.storeHistory,
      .flag("dry-run", "Print the plan, and change nothing."),
      .flag(
        "allow-loss",
        "Allow that data is lost although only the store contains its version, or that no entity is kept."
      ),
      .flag("backup", "First copy the store with its files beside it; not for servers."),
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How it is shown."),
    ],
    examples: [
      Example(
        "momgen migrate League.sqlite --model League.xcdatamodeld --dry-run",
        "Show the plan."
      ),
      Example(
        "momgen migrate League.sqlite --model League.xcdatamodeld --backup",
        "Migrate, and keep a copy."
      ),
    ],
    exitCodes: [
      ExitCode(0, "The store has the version, or the plan is possible."),
      ExitCode(1, "The store was not migrated, or cannot be; it is unchanged."),
      ExitCode(2, "The command line is invalid, or the backup could not be written."),
      ExitCode(
        3,
        "The store or the model cannot be read, the store's version was not found, or another program "
          + "is using the store."
      ),
    ]
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let word = arguments.operand("STORE") ?? ""
    let server = ServerPlace(word)
    let path = server?.path ?? word
    let models = StoreModels(
      arguments.value("model") ?? "",
      to: arguments.value("to"),
      from: arguments.value("from"),
      searchesHistory: arguments.has("history")
    )
    let allowsLoss = arguments.has("allow-loss")
    guard models.isUsable, let target = models.target else {
      return models.reading.failure(in: environment)
    }
    let upgrade: any RequestedMigration =
      if let server {
        ServerMigration(server, models, to: target, allowsLoss: allowsLoss)
      } else {
        FileMigration(path, models, to: target, allowsLoss: allowsLoss)
      }
    var result = MigrationResult(path: path)
    result.diagnostics = models.reading.diagnostics
    carryOut(upgrade, arguments, in: environment, &result)
    return result.outcome(
      isJSON: arguments.value("format") == "json",
      sources: models.reading.sources,
      in: environment
    )
  }

  private static func carryOut(
    _ upgrade: any RequestedMigration,
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment,
    _ result: inout MigrationResult
  ) {
    var task = StoreDiagnosis.Task.reading
    do {
      let isTrial = arguments.has("dry-run")
      result.isTrial = isTrial
      let plan = try upgrade.plan(isTrial: isTrial)
      result.take(plan)
      guard plan.outline != nil, plan.obstacles.isEmpty, plan.refusal == nil, !isTrial else {
        return
      }
      let stop =
        try environment.takesSignals
        ? EndSignal([SIGINT, SIGTERM], second: .isIgnored) : nil
      let cancellation = stop.map { StatementCancellation(stop: $0.descriptor) }
      if arguments.has("backup") {
        guard try backUp(upgrade, cancellation, &result) else { return }
      }
      task = .migrating
      result.counts = try migrate(upgrade, plan, cancellation, in: environment)
      // Another program may have been quicker: the store has the version anyway.
      if result.counts == nil { result.take(try upgrade.plan(isTrial: false)) }
    } catch is StatementCancellation.Requested {
      result.fail("stopped; the store is unchanged", rule: RunRule.canceled.rawValue, .findings)
    } catch {
      result.fail(StoreDiagnosis(error, store: upgrade.path, task))
    }
  }

  /// Makes a backup; returns whether it exists.
  private static func backUp(
    _ upgrade: any RequestedMigration,
    _ cancellation: StatementCancellation?,
    _ result: inout MigrationResult
  ) throws -> Bool {
    do {
      result.backup = try upgrade.backUp(cancellation)
      return true
    } catch let error as StatementCancellation.Requested {
      throw error
    } catch let error as DiagnosticError {
      result.diagnostics.append(error.diagnostic)
      result.exitCode = .usage
      return false
    } catch let error as SQLError where error.kind == .busy {
      throw error
    } catch {
      let reason = StoreDiagnosis(error, store: upgrade.path).reason
      result.fail("cannot copy the store: \(reason)", rule: RunRule.unwritableFile.rawValue, .usage)
      return false
    }
  }

  private static func migrate(
    _ upgrade: any RequestedMigration,
    _ plan: UpgradePlan,
    _ cancellation: StatementCancellation?,
    in environment: VerbEnvironment
  ) throws -> [EntityCount]? {
    var bar = MigrationProgressLine(environment)
    defer { bar.end() }
    return try upgrade.run(plan, cancellation) { bar.show($0) }
  }
}
