import CommandLineParsing
import Diagnostics
import ManagedModel
import ModelAdoption
import ModelFiles

/// `momgen adopt`: edits Swift files so that they compile on Linux too.
enum AdoptVerb: Verb {
  static let command = Command(
    "adopt",
    "Edit an app's model layer so that it compiles on Linux, and in Xcode as before.",
    discussion: """
      SOURCES are Swift files and folders, by default those of momgen.json. They should be
      all files of a module, since a class may be declared in one file and extended in
      another. With a model, key paths are checked against it, and classes are recognized
      by it.

      Only code that needs features missing on Linux is edited; all other bytes stay the same, and a second
      run changes nothing. Code that no edit can fix is reported with a hint. A file that is not a Swift
      source is reported and not changed, like generated files.

      Overrides in extensions of a class that Xcode generates move into a class of the sources, and the
      code generation of its entity becomes Category/Extension in the file of the model.

      @NSManaged declarations stay as they are: 'momgen generate --companions' writes their accessors.
      """,
    group: "Generating",
    operands: [
      Operand(
        .path("SOURCES", extensions: "swift"),
        count: .many(atLeast: 0),
        "Swift files and folders; by default those of momgen.json."
      )
    ],
    options: [
      .value(
        "model",
        short: "m",
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
        isRepeatable: true,
        "A model whose classes the sources declare."
      ),
      SharedOptions.modelVersion,
      SharedOptions.importedSources,
      .value(
        "skip",
        .choice("KIND", of: AdoptionRule.self),
        isRepeatable: true,
        "A kind of edit to skip."
      ),
      .flag("check", "Write nothing; report each edit, and end with exit code 1 if there is one."),
      .flag("diff", short: "n", "Write nothing; print the edits as a unified diff."),
      .value(
        "output",
        short: "o",
        .path("DIR"),
        "A folder for all adopted files, and a model that needs edits, instead of rewriting them."
      ),
      SharedOptions.quiet,
    ],
    exclusives: [ExclusiveOptions("check", "diff", "output")],
    examples: [
      Example("momgen adopt Sources --model League.xcdatamodeld", "Adopt the files of a folder."),
      Example("momgen adopt --check --diagnostics github Sources", "Check them in CI."),
    ],
    exitCodes: [
      ExitCode(0, "Success."),
      ExitCode(1, "Edits are needed, by hand or, with --check and --diff, by momgen."),
      ExitCode(2, "The command line is invalid, or a file could not be written."),
      ExitCode(3, "A source or the model cannot be read or has errors."),
    ]
  )

  /// The rules that diagnostics of the verb may name.
  static let rules =
    AdoptionRule.allCases.map { RuleDescription($0.id, $0.summary, severity: .warning) } + [
      RunRule.generatedSource.description, RunRule.missingCompanion.description,
      RunRule.invalidSource.description,
    ]

  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool {
    !arguments.has("diff")
  }

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let request = AdoptionRequest(arguments)
    let reading = SourceReading(
      request.sources,
      without: arguments.value("output"),
      imported: arguments.values("imported")
    )
    var diagnostics = request.diagnostics + reading.diagnostics
    var status = request.status
    if status == .success, reading.hasFailed { status = .badModel }
    var run = AdoptionRun(mode(arguments))
    if request.status == .success {
      let models = request.models.loaded
      let module = SourceModule(name: "", files: reading.files, models: models.map(\.resolved))
      let shared = request.models.diagnostics(ofSharedClassesIn: module)
      diagnostics += shared
      if shared.isEmpty {
        let skipped = arguments.values("skip").compactMap(AdoptionRule.init(rawValue:))
        let rules = Set(AdoptionRule.allCases).subtracting(skipped)
        run.adopt(reading, module, models, rules)
        if arguments.has("check"), !arguments.has("quiet") { run.noteCompanions(of: module) }
      } else {
        status = .badModel
      }
    }
    diagnostics += run.diagnostics
    if status == .success { status = run.status }
    let isForPeople = environment.diagnosticFormat == .text || arguments.has("diff")
    let isPrinting = isForPeople && !(arguments.has("quiet") && !arguments.has("diff"))
    return VerbOutcome(
      output: isPrinting ? Array(run.output.utf8) : [],
      diagnostics: diagnostics,
      sources: request.sourceMaps + reading.sources,
      rules: rules,
      diagnosticsAreTheProduct: !arguments.has("diff"),
      exitCode: status,
      environment: environment
    )
  }

  private static func mode(_ arguments: ParsedArguments) -> AdoptionRun.Mode {
    if arguments.has("check") { return .checking }
    if arguments.has("diff") { return .showing }
    return arguments.value("output").map { .copying($0) } ?? .rewriting
  }
}

/// The sources and the models on a command line or in a `momgen.json`.
struct AdoptionRequest {
  private(set) var sources: [String]
  private(set) var models = ClassModels([])
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var status = ExitStatus.success
  var sourceMaps: [SourceMap] { models.sources }

  init(_ arguments: ParsedArguments) {
    sources = arguments.operands("SOURCES")
    let paths = arguments.values("model")
    let version = arguments.value("model-version")
    if sources.isEmpty {
      guard let file = ConfigurationSearch().path() else {
        refuse(
          "SOURCES is missing, and there is no momgen.json here or in a folder above",
          hint: "name the files and folders to adopt"
        )
        return
      }
      let outcome = ConfigurationReader().read(file)
      diagnostics += outcome.diagnostics
      guard let configuration = outcome.configuration else {
        status = .usage
        return
      }
      sources = configuration.sources
      guard !sources.isEmpty else {
        refuse(
          "SOURCES is missing, and \(file.visible) has no \"sources\"",
          hint: #"name them, or add "sources": ["Sources/Model"] to the file"#
        )
        return
      }
      if paths.isEmpty {
        let named = configuration.models
        take(
          version == nil
            ? ClassModels(named.map { ($0.path, $0.version) })
            : ClassModels(named.map(\.path), version: version)
        )
        return
      }
    }
    take(ClassModels(paths, version: version))
  }

  private mutating func take(_ models: ClassModels) {
    self.models = models
    diagnostics += models.diagnostics
    status = models.status
  }

  private mutating func refuse(_ message: String, hint: String) {
    diagnostics.append(
      Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
    )
    status = .usage
  }
}
