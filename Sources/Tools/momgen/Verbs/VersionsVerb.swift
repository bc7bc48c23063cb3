import CommandLineParsing
import Diagnostics
import JSON
import ManagedModel
import ModelFiles

/// `momgen versions`: lists the versions of a model, and the current one.
enum VersionsVerb: Verb {
  static let command = Command(
    "versions",
    "List the versions of a model.",
    discussion: """
      The current version is marked with an asterisk. Two versions with the same checksum are the same model
      for Core Data. A version that cannot be read is listed as such; the others are not affected.
      """,
    group: "Reading",
    operands: [SharedOptions.model],
    options: [
      .value("format", .choice("FORMAT", "text", "json"), default: "text", "How they are shown.")
    ],
    examples: [Example("momgen versions League.xcdatamodeld", "List them.")],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    do {
      let bundle = try BundleReader().read(arguments.operand("MODEL") ?? "-")
      let choice = ModelLoader().choice(of: bundle)
      let rows = bundle.versions.map { Row($0, of: bundle, isCurrent: $0 == choice.version) }
      let text =
        arguments.value("format") == "json"
        ? JSONText().text(of: .array(rows.map(\.json))) + "\n" : table(rows)
      return VerbOutcome(
        output: text,
        diagnostics: choice.diagnostics,
        exitCode: choice.diagnostics.isEmpty ? .success : .badModel,
        environment: environment
      )
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .badModel,
        environment: environment
      )
    }
  }

  private static func table(_ rows: [Row]) -> String {
    let width = rows.map { TextWidth.of($0.name.visible) }.max() ?? 0
    return rows.map { row in
      let name = row.name.visible
      let padding = String(repeating: " ", count: width - TextWidth.of(name))
      let mark = row.isCurrent ? "*" : " "
      return "\(mark) \(name)\(padding)  \(row.summary)\n"
    }.joined()
  }
}

/// The line about one version.
private struct Row {
  let name: String
  let isCurrent: Bool
  private let entityCount: Int?
  private let checksum: String?
  private let identifier: String?
  private let problem: String?

  init(_ version: ModelVersion, of bundle: ModelBundle, isCurrent: Bool) {
    name = version.name
    self.isCurrent = isCurrent
    let outcome = ModelLoader().load(version, of: bundle)
    entityCount = outcome.loaded?.model.entities.count
    checksum = outcome.loaded.map { VersionHashes($0.resolved).checksum }
    identifier = outcome.loaded?.model.header.userDefinedModelVersionIdentifier
    problem =
      outcome.loaded == nil ? outcome.diagnostics.first?.message ?? "cannot be read" : nil
  }

  var summary: String {
    guard let entityCount, let checksum else { return problem?.visible ?? "" }
    let entities = entityCount == 1 ? "1 entity" : "\(entityCount) entities"
    let suffix = identifier.flatMap { $0.isEmpty ? nil : "  identifier '\($0.visible)'" } ?? ""
    return "\(checksum)  \(entities)\(suffix)"
  }

  var json: JSONValue {
    [
      "name": .string(name),
      "isCurrent": .bool(isCurrent),
      "identifier": JSONValue(identifier),
      "entities": JSONValue(entityCount),
      "checksum": JSONValue(checksum),
      "problem": JSONValue(problem),
    ]
  }
}
