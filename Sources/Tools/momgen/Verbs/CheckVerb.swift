import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// `momgen check`: checks whether generated files are up to date.
enum CheckVerb: Verb {
  static let command = Command(
    "check",
    "Check that generated files are up to date.",
    discussion: """
      Takes the arguments of 'momgen generate', and writes nothing. Every file that differs, is missing, or is
      no longer generated is a finding; differences are shown as a unified diff. Files that are written once
      need only exist. A file that differs only in line endings, white space at the ends of lines or a byte
      order mark, which git, editors and hooks may change, is named without a diff.

      With --quiet, and with --diagnostics json, sarif or github, there is a diagnostic for each file
      instead of a diff. The last three go to standard output.
      """,
    group: "Generating",
    operands: [SharedOptions.generatedModels],
    options: SharedOptions.generation + [SharedOptions.quiet],
    examples: [
      Example(
        "momgen check League.xcdatamodeld -o Sources/Model",
        "Fail in CI when generated files are stale."
      )
    ],
    exitCodes: ExitStatus.generationDocumentation
  )

  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool { true }

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var pipeline = GenerationPipeline(GenerationRequest(reading: arguments), in: environment)
    let targets = pipeline.targets()
    guard pipeline.status == .success else {
      return pipeline.outcome(diagnosticsAreTheProduct: true, in: environment)
    }
    let isPrinting = environment.diagnosticFormat == .text && !arguments.has("quiet")
    var checking = GenerationChecking(showsDifferences: isPrinting)
    for target in targets { checking.check(target) }
    return pipeline.outcome(
      (isPrinting ? checking.report : "").utf8,
      checking.diagnostics,
      exitCode: checking.status,
      diagnosticsAreTheProduct: true,
      in: environment
    )
  }
}

/// The comparison of the files of one run.
private struct GenerationChecking {
  let showsDifferences: Bool
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var status = ExitStatus.success

  private var differences = ""
  private var counts = Counts()

  private struct Counts {
    var right = 0
    var different = 0

    /// The number of different files that `generate` does not replace.
    var protected = 0
    var missing = 0
    var stale = 0
  }

  init(showsDifferences: Bool) {
    self.showsDifferences = showsDifferences
  }

  /// The differences, and their counts.
  var report: String {
    guard status == .success || status == .findings else { return "" }
    var parts = ["\(counts.right) up to date"]
    if counts.different > 0 { parts.append("\(counts.different) different\(protection)") }
    if counts.missing > 0 { parts.append("\(counts.missing) missing") }
    if counts.stale > 0 { parts.append("\(counts.stale) stale") }
    return differences + parts.joined(separator: ", ") + "\n"
  }

  private var protection: String {
    counts.protected > 0 ? " (\(counts.protected) edited or not made by momgen)" : ""
  }

  mutating func check(_ target: GenerationTarget) {
    guard !target.isStream else {
      fail(
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          "standard output cannot be compared",
          at: Place(),
          hint: "name the folder or file with --output"
        )
      )
      return
    }
    do throws(FileProblem) {
      let survey = try FolderSurvey.of(target.folder, for: target.plan)
      diagnostics += survey.diagnostics
      if survey.hasErrors { status = .usage }
      for file in survey.files { compare(file, at: survey.path(of: file.file.path.text)) }
      let remarks = survey.remarks(pruning: false)
      diagnostics += remarks
      counts.stale += remarks.count
      if !remarks.isEmpty { find() }
    } catch {
      fail(.cannotUse(target.folder, error))
    }
  }

  private mutating func compare(_ file: FolderSurvey.SurveyedFile, at path: String) {
    switch file.state {
    case .same, .kept: counts.right += 1
    case .missing:
      counts.missing += 1
      show(
        path,
        from: [],
        named: "/dev/null",
        to: file.content?.bytes,
        "the file is missing",
        line: nil
      )
    case .different(let existing, let origin):
      counts.different += 1
      // Line endings converted by git would make every line differ.
      let (existing, content) = (existing.withLineFeeds, (file.content?.bytes ?? []).withLineFeeds)
      guard existing != content else {
        return reportInvisible(
          path,
          "line endings",
          hint: "git may have converted them: '*.swift text eol=lf' in .gitattributes keeps them"
        )
      }
      guard existing.asCompared != content.asCompared else {
        return reportInvisible(
          path,
          existing.starts(with: [0xEF, 0xBB, 0xBF])
            ? "byte order mark" : "white space at the ends of lines",
          hint: "an editor or a hook may have changed it; exclude generated files"
        )
      }
      if !origin.isReplaceable { counts.protected += 1 }
      show(
        path,
        from: existing,
        named: path,
        to: content,
        origin == .edited
          ? "the generated file was edited"
          : "the file differs from the output of 'momgen generate'",
        line: Self.firstDifferingLine(existing, content),
        hint: origin.isReplaceable
          ? "run 'momgen generate'"
          : "'momgen generate --force' replaces it and discards the edits"
      )
    }
  }

  /// Reports a difference that a diff would not show.
  private mutating func reportInvisible(_ path: String, _ difference: String, hint: String) {
    find()
    diagnostics.append(
      Diagnostic(
        .warning,
        rule: PlanRule.staleFile.rawValue,
        "the file differs from the output of 'momgen generate' only in its \(difference)",
        at: Place(path: path),
        hint: hint
      )
    )
  }

  private mutating func show(
    _ path: String,
    from existing: [UInt8],
    named oldName: String,
    to content: [UInt8]?,
    _ message: String,
    line: Int?,
    hint: String = "run 'momgen generate'"
  ) {
    find()
    guard !showsDifferences else {
      let difference = UnifiedDiff(
        from: String(decoding: existing, as: UTF8.self),
        named: oldName.visible,
        to: String(decoding: content ?? [], as: UTF8.self),
        named: path.visible
      )
      differences += difference.text
      return
    }
    diagnostics.append(
      Diagnostic(
        .warning,
        rule: PlanRule.staleFile.rawValue,
        message,
        at: Place(path: path, line: line),
        hint: hint
      )
    )
  }

  private static func firstDifferingLine(_ left: [UInt8], _ right: [UInt8]) -> Int {
    zip(left, right).prefix { $0 == $1 }.reduce(into: 1) { line, bytes in
      if bytes.0 == UInt8(ascii: "\n") { line += 1 }
    }
  }

  private mutating func find() {
    if status == .success { status = .findings }
  }

  private mutating func fail(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    status = .usage
  }
}
