import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import ManagedModel
import ModelFiles
import SQLSchema

/// `momgen sql`: writes the tables of a model as SQL.
enum SQLVerb: Verb {
  /// The supported databases.
  enum Dialect: String, CaseIterable {
    case sqlite
    case postgresql
  }

  private static let layouts = LayoutEra.allCases.map { era in
    "  \(era.rawValue.padded(to: 7))  \(era.frameworkVersions.padded(to: 12))  \(era.summary)"
  }.joined(separator: "\n")

  static let command = Command(
    "sql",
    "Print the tables of a model, for review.",
    discussion: """
      MODEL may be an SQLite store, which contains its model.

      The dialect sqlite is exactly Core Data's layout: a database created by this script has the same tables,
      indexes and triggers as a store of Core Data. --layout names the era of the layout, to compare with old
      stores, whose metadata contain the version of the framework (NSPersistenceFrameworkVersion):

      \(layouts)

      The dialect postgresql is for a server: readable names, real types, keys, checks, and delete rules
      as the model has them. --profile distributed only uses SQL that Citus, CockroachDB and YugabyteDB
      support as well.

      The same model always gives the same text. Store it beside the model and compare it with --check.
      """,
    group: "Writing",
    operands: [SharedOptions.model],
    options: [
      SharedOptions.modelVersion,
      .value("dialect", .choice("DIALECT", of: Dialect.self), default: "sqlite", "The database."),
      .value(
        "layout",
        .choice("LAYOUT", of: LayoutEra.self),
        default: "current",
        "The era of Core Data's layout (sqlite)."
      ),
      .flag("history", "Add the tables of persistent history (sqlite)."),
      .value(
        "profile",
        .choice("PROFILE", of: PostgreSQLProfile.self),
        default: "standard",
        "The supported servers (postgresql)."
      ),
      .value(
        "naming",
        .choice("NAMING", of: PostgreSQLNaming.self),
        default: "snake_case",
        "The naming of tables and columns (postgresql)."
      ),
      .flag("explain", "Print the storage of each property and the reason instead of statements."),
      SharedOptions.output,
      .flag(
        "check",
        "Write nothing; end with exit code 1 and a diff if --output has different content."
      ),
    ],
    examples: [
      Example("momgen sql League.xcdatamodeld | sqlite3 League.sqlite", "Create an empty store."),
      Example(
        "momgen sql --dialect postgresql League.xcdatamodeld -o league.sql",
        "Write the tables for a server."
      ),
      Example(
        "momgen sql --dialect postgresql League.xcdatamodeld -o league.sql --check",
        "Fail in CI when the file is stale."
      ),
      Example("momgen sql --explain League.xcdatamodeld", "Show the storage of each property."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var reading = ModelReading.one(arguments)
    let destination = arguments.value("output") ?? "-"
    guard let loaded = reading.models.first else {
      let isCheck = arguments.has("check")
      return reading.outcome(leavingOut: isCheck ? "-" : destination, in: environment)
    }
    let product = Product(loaded, arguments)
    reading.diagnostics += product.issues.map { issue in
      Diagnostic(
        issue.severity,
        rule: issue.rule.rawValue,
        issue.message,
        at: loaded.source.place(of: issue.element.source(in: loaded.resolved))
      )
    }
    if arguments.has("check") {
      return check(product.text, against: destination, reading, in: environment)
    }
    // A file is replaced only by a model without errors; standard output shows the rest too.
    guard destination == "-" || reading.exitCode == .success else {
      return reading.outcome(leavingOut: destination, in: environment)
    }
    return reading.outcome(writing: Array(product.text.utf8), to: destination, in: environment)
  }

  /// Compares a text with an existing file, and shows the difference.
  private static func check(
    _ text: String,
    against path: String,
    _ reading: ModelReading,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    var reading = reading
    guard path != "-" else {
      reading.refuse(
        "--check compares with a file, which --output names",
        hint: "add --output FILE"
      )
      return VerbOutcome(
        diagnostics: reading.diagnostics,
        exitCode: .usage,
        environment: environment
      )
    }
    var exitCode = ExitStatus.findings
    var difference = ""
    do {
      let existing = String(decoding: try FileReader().bytes(of: path), as: UTF8.self)
      difference =
        UnifiedDiff(from: existing, named: path, to: text, named: "the current model").text
      if difference.isEmpty { return reading.outcome(printing: "", in: environment) }
      if reading.exitCode != .success { exitCode = reading.exitCode }
    } catch {
      reading.report(
        Diagnostic(
          .warning,
          rule: PlanRule.staleFile.rawValue,
          "cannot read the file: \(error.reason)",
          at: Place(path: path),
          hint: "run 'momgen sql' without --check"
        )
      )
    }
    return VerbOutcome(
      output: difference,
      diagnostics: reading.diagnostics,
      sources: reading.sources,
      exitCode: exitCode,
      environment: environment
    )
  }
}

/// The output of the verb, and its diagnostics.
private struct Product {
  let text: String
  let issues: [SchemaIssue]

  init(_ loaded: LoadedModel, _ arguments: ParsedArguments) {
    let isExplained = arguments.has("explain")
    switch arguments.choice("dialect", of: SQLVerb.Dialect.self) ?? .sqlite {
    case .sqlite:
      let schema = SQLiteSchema(
        loaded.resolved,
        era: arguments.choice("layout", of: LayoutEra.self) ?? .current,
        tracksHistory: arguments.has("history")
      )
      let script = SchemaScript(sqlite: schema, of: loaded)
      issues = script.issues
      text =
        isExplained ? MappingTable(schema.mapping, typeName: \.sqliteName).text : script.text
    case .postgresql:
      let schema = PostgreSQLSchema(
        loaded.resolved,
        options: PostgreSQLSchemaOptions(
          profile: arguments.choice("profile", of: PostgreSQLProfile.self) ?? .standard,
          naming: arguments.choice("naming", of: PostgreSQLNaming.self) ?? .snakeCase
        )
      )
      let script = SchemaScript(postgreSQL: schema, of: loaded)
      issues = script.issues
      text =
        isExplained ? MappingTable(schema.mapping, typeName: \.postgreSQLName).text : script.text
    }
  }
}
