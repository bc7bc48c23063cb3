import CommandLineParsing
import Diagnostics
import ModelFiles
import ModelReview

/// `momgen lint`: checks models by rules.
enum LintVerb: Verb {
  /// The names of the rules, for shell completion.
  private static let rules = LintRule.all.map(\.id)

  static let command = Command(
    "lint",
    "Check models for mistakes that compile.",
    discussion: """
      In addition to 'momgen validate', each model is checked by the rules that --rules lists and 'momgen
      explain' explains. Rules for CloudKit are checked in models that are used with it; --target adds more.
      Without MODEL, the models of momgen.json are checked, if there is one; its section 'lint' sets the level
      of each rule:

        { "lint": { "rules": { "sql-word": "warning" }, "targets": ["cloudkit"], "failOn": "warning" } }

      An entry in the user info of an entity or a property suppresses a rule, with the reason:

        momgen.lint.ignore = missing-inverse: loaded once and never deleted

      With --fix, findings that need no decision are fixed in the files; the others are reported. With
      --diagnostics json, sarif or github the report goes to standard output.
      """,
    group: "Reading",
    operands: [
      Operand(
        SharedOptions.models.value,
        count: .many(atLeast: 0),
        "The models, or '-' for standard input; those of momgen.json by default."
      )
    ],
    options: [
      SharedOptions.modelVersion, SharedOptions.allVersions,
      .value(
        "rule",
        .usual(
          "RULE=LEVEL",
          rules.flatMap { rule in LintLevel.allCases.map { "\(rule)=\($0.rawValue)" } }
        ),
        isRepeatable: true,
        "The level of a rule: error, warning, note or off."
      ),
      .value(
        "target",
        .choice("TARGET", of: LintTarget.self),
        isRepeatable: true,
        "An additional platform of the model."
      ),
      .value(
        "fail-on",
        .choice("SEVERITY", of: Severity.self),
        "The lowest severity that ends with exit code 1; by default that of momgen.json, else error."
      ),
      .value(
        "config",
        .path("FILE", extensions: "json"),
        "The file with the levels of rules; by default the nearest momgen.json, here or in a "
          + "folder above."
      ),
      .value(
        "base",
        .revision(),
        "Also check the rules about changes, against the models in this git revision."
      ),
      .flag("merge-base", "Of --base, take the last commit that the two sides have in common."),
      .value(
        "baseline",
        .path("FILE", extensions: "json"),
        "A file of known findings, which are not reported."
      ),
      .flag("update-baseline", "Write findings to the baseline instead of reporting them."),
      .flag("fix", "Fix findings that need no decision."),
      .flag("dry-run", "With --fix: write nothing, print what would change."),
      .flag("rules", "List the rules instead of checking anything."),
      .flag("quiet", short: "q", "Print nothing about models without findings."),
    ],
    exclusives: [
      ExclusiveOptions("model-version", "all-versions"), ExclusiveOptions("all-versions", "fix"),
      ExclusiveOptions("fix", "rules"), ExclusiveOptions("fix", "update-baseline"),
    ],
    examples: [
      Example("momgen lint Models/League.xcdatamodeld", "Check the current version."),
      Example("momgen lint --rule name-case=off --fail-on warning *.xcdatamodeld", "Check in CI."),
      Example("momgen lint --base origin/main League.xcdatamodeld", "Also check the changes."),
      Example("momgen lint --fix --dry-run League.xcdatamodeld", "Show possible fixes."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool {
    !arguments.has("dry-run")
  }

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var settings = LintSettings(arguments)
    if let diagnostic = MisplacedRevision.diagnostic(arguments, hint: { "write --base \($0)" }) {
      settings.diagnostics.append(diagnostic)
    }
    if arguments.has("dry-run"), !arguments.has("fix") {
      settings.diagnostics.append(usage("--dry-run needs --fix"))
    }
    let lists = arguments.has("rules")
    if !lists, arguments.operands("MODEL").isEmpty, settings.models.isEmpty,
      settings.diagnostics.isEmpty
    {
      settings.diagnostics.append(
        usage("MODEL is missing, and no momgen.json names one", hint: "see 'momgen lint --help'")
      )
    }
    guard !settings.diagnostics.contains(where: { $0.severity == .error }) else {
      return VerbOutcome(
        diagnostics: settings.diagnostics,
        exitCode: .usage,
        environment: environment
      )
    }
    if lists {
      return VerbOutcome(output: RuleList.text(settings.configuration), environment: environment)
    }
    return check(arguments, settings, in: environment)
  }

  private static func check(
    _ arguments: ParsedArguments,
    _ settings: LintSettings,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    var reading = self.reading(arguments, settings)
    var run = LintRun(settings, reading.models)
    var fixing: FixRun?
    if arguments.has("fix") {
      var fix = FixRun(isDryRun: arguments.has("dry-run"))
      reading.fix(&fix, &run)
      fixing = fix
    }
    for loaded in reading.models { run.check(loaded) }

    var diagnostics =
      settings.diagnostics + reading.diagnostics + (fixing?.diagnostics ?? []) + run.findings
      + run.remarks
    let isForPeople = environment.diagnosticFormat == .text
    var output = fixing.map { $0.isDryRun || isForPeople ? $0.output : "" } ?? ""
    if isForPeople, !arguments.has("quiet") {
      output += fixing.map { $0.isDryRun ? $0.conclusion : run.summary } ?? run.summary
    }
    var status = fixing?.status ?? .success
    if status == .success { status = reading.exitCode }
    if run.remarks.contains(where: { $0.severity == .error }) { status = .badModel }
    if let path = settings.baselinePath {
      if let problem = conclude(run, settings, path, &output) { diagnostics.append(problem) }
      if settings.updatesBaseline, diagnostics.last?.rule == RunRule.unwritableFile.rawValue {
        status = .usage
      }
    }
    let threshold = settings.configuration.failureThreshold
    if status == .success, diagnostics.contains(where: { $0.severity >= threshold }) {
      status = .findings
    }
    var outcome = VerbOutcome(
      output: output.utf8,
      diagnostics: diagnostics,
      sources: reading.sources,
      rules: LintRun.rules,
      diagnosticsAreTheProduct: fixing?.isDryRun != true,
      exitCode: status,
      environment: environment
    )
    outcome.kept = reading.models
    return outcome
  }

  /// Writes the baseline on request; else reports entries that no longer apply.
  private static func conclude(
    _ run: LintRun,
    _ settings: LintSettings,
    _ path: String,
    _ output: inout String
  ) -> Diagnostic? {
    guard settings.updatesBaseline else {
      guard run.outdated > 0 else { return nil }
      return Diagnostic(
        .note,
        rule: LintRun.outdatedBaseline.id,
        "\(run.outdated) of the findings in the baseline are no longer found",
        at: Place(path: path),
        hint: "--update-baseline removes them"
      )
    }
    if let problem = BaselineFile(path: path).write(run.baseline) { return problem }
    output += "\(path.visible): \(run.baseline.count) findings\n"
    return nil
  }

  private static func reading(
    _ arguments: ParsedArguments,
    _ settings: LintSettings
  ) -> ModelReading {
    guard arguments.operands("MODEL").isEmpty else { return .each(arguments, passesOver: true) }
    var reading = ModelReading()
    for model in settings.models {
      let version = arguments.value("model-version") ?? model.version
      if arguments.has("all-versions") {
        reading.addAllVersions(of: model.path, passesOver: true)
      } else {
        reading.add(ModelLoader().load(model.path, version: version))
      }
    }
    return reading
  }

  private static func usage(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
  }
}

extension ModelReading {
  /// Fixes the models, and replaces those that were written.
  fileprivate mutating func fix(_ fix: inout FixRun, _ run: inout LintRun) {
    for (index, loaded) in models.enumerated() {
      guard let outcome = fix.fix(loaded, &run), let fixed = outcome.loaded else { continue }
      models[index] = fixed
      sources.removeAll { $0.path == fixed.source.path }
      sources += outcome.sources
      diagnostics.removeAll { loaded.diagnostics.contains($0) }
      diagnostics += outcome.diagnostics
    }
  }
}
