import CommandLineParsing
import Diagnostics
import ModelComparison
import ModelFiles
import SQLDriver
import SQLSchema
import StoreMigration

/// `momgen migrate`: migrates a store to a version of a model.
enum MigrateVerb: Verb {
  static let command = Command(
    "migrate",
    "Bring a store to another version of its model, with its data.",
    discussion: """
      The version that the store has is found by its hashes: in the store itself, among all versions of
      the bundle, and with --history among all forms that a model ever had in the git repository. Where
      hashes do not tell, --from does. The plan is printed: steps by number, with their SQL. What would be
      lost is a warning.

      A version that only the store itself knows may be newer than the model. A migration that would lose
      anything the store holds is refused then, and so is one to a model that has none of the store's
      entities; --allow-loss goes ahead.

      It is carried out in one transaction, or not at all. Before that ends, all objects are counted again,
      the schema and the hashes are compared with those of a new store, and SQLite checks the whole
      database. Ctrl-C stops it; the store is as before then. Another program that is using the store is
      waited for, at most five seconds.

      STORE may be the URL of a PostgreSQL database ('postgresql://user@host/database?schema=name'). The plan is
      that of 'momgen diff --sql', but all of it is one transaction; programs that start meanwhile wait.
      Whether a migration loses anything is seen there from the two versions, whatever the store holds.

      What Core Data would not infer, this does not either: the change of a number into a text, for
      instance. Numeric types become one another; a value that does not fit ends the migration.
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
        "The version that the store is to have; else the current one."
      ),
      .value(
        "from",
        SharedOptions.version,
        "The version that the store has, where its hashes do not tell."
      ),
      SharedOptions.storeHistory,
      .flag("dry-run", "Print the plan, and change nothing."),
      .flag(
        "allow-loss",
        "Go ahead though data is lost and only the store knows its version, or no entity is kept."
      ),
      .flag("backup", "Copy the store first, with its files, beside it; not for servers."),
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How it is shown."),
    ],
    examples: [
      Example(
        "momgen migrate League.sqlite --model League.xcdatamodeld --dry-run",
        "What would happen?"
      ),
      Example(
        "momgen migrate League.sqlite --model League.xcdatamodeld --backup",
        "Do it, and keep a copy."
      ),
    ],
    exitCodes: [
      ExitCode(0, "The store has the version now, or had it before; or the plan can be tried."),
      ExitCode(1, "The store was not migrated, or cannot be; it is as it was."),
      ExitCode(2, "The command line was not understood, or the backup could not be written."),
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
      let stop = try environment.takesSignals ? StopSignal() : nil
      let cancellation = stop.map { StatementCancellation(stop: $0.descriptor) }
      if arguments.has("backup") {
        guard try backUp(upgrade, cancellation, &result) else { return }
      }
      task = .migrating
      result.counts = try migrate(upgrade, plan, cancellation, in: environment)
      // Another program may have been quicker: the store has the version anyway.
      if result.counts == nil { result.take(try upgrade.plan(isTrial: false)) }
    } catch is StatementCancellation.Requested {
      result.fail("stopped; the store is as it was", rule: RunRule.canceled.rawValue, .findings)
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
