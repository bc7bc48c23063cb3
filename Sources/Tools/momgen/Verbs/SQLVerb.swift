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
    "Print the tables that a model becomes, for review.",
    discussion: """
      MODEL may be an SQLite store, which keeps its model.

      The dialect sqlite is Core Data's own layout, to the byte: a database made by this script has the
      same tables, indexes and triggers as a store that Core Data makes. --layout names the age of the
      layout, for comparing with old stores, whose metadata tell the version of the framework
      (NSPersistenceFrameworkVersion):

      \(layouts)

      The dialect postgresql is for a server: readable names, real types, keys, checks, and delete rules
      as the model has them. --profile distributed keeps to what Citus, CockroachDB and YugabyteDB
      understand as well.

      The same model always gives the same text. Keep it beside the model and let --check compare.
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
        "The age of Core Data's layout (sqlite)."
      ),
      .flag("history", "With the tables of persistent history (sqlite)."),
      .value(
        "profile",
        .choice("PROFILE", of: PostgreSQLProfile.self),
        default: "standard",
        "The servers that must understand it (postgresql)."
      ),
      .value(
        "naming",
        .choice("NAMING", of: PostgreSQLNaming.self),
        default: "snake_case",
        "How tables and columns are named (postgresql)."
      ),
      .flag("explain", "Print where each property is stored, and why, instead of statements."),
      SharedOptions.output,
      .flag(
        "check",
        "Write nothing; end with exit code 1 and a diff when --output has another content."
      ),
    ],
    examples: [
      Example("momgen sql League.xcdatamodeld | sqlite3 League.sqlite", "Make an empty store."),
      Example(
        "momgen sql --dialect postgresql League.xcdatamodeld -o league.sql",
        "Write the tables for a server."
      ),
      Example(
        "momgen sql --dialect postgresql League.xcdatamodeld -o league.sql --check",
        "Fail in CI when the file is stale."
      ),
      Example("momgen sql --explain League.xcdatamodeld", "Show what becomes of each property."),
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
        UnifiedDiff(from: existing, named: path, to: text, named: "the model as it is now").text
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
