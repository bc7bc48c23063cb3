import CommandLineParsing
import Diagnostics
import ManagedModel
import ModelEditing
import ModelFiles
import ModelReview

/// Applies edits to a model and writes its files.
struct EditRun {
  private let arguments: ParsedArguments
  private(set) var reading = ModelReading()
  private(set) var output = ""
  private(set) var status = ExitStatus.success

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  private var path: String { arguments.operand("MODEL") ?? "-" }

  mutating func run() {
    guard let edits = EditLines(arguments).edits(reportingTo: &reading) else {
      status = .usage
      return
    }
    guard var bundle = open() else { return }
    let problems = ErrorCount(of: bundle.history.model)
    for line in edits {
      do {
        try bundle.apply([line.edit])
      } catch {
        return report(error, at: line.place, .usage)
      }
    }
    guard isSound(bundle, comparedWith: problems) else { return }
    reportHashes(of: bundle)
    if arguments.has("dry-run") { return show(bundle) }
    save(&bundle)
  }

  // MARK: Reading

  private mutating func open() -> EditedBundle? {
    do {
      if arguments.has("create") { return try EditedBundle(newAt: path) }
      let outcome = ModelLoader().load(path, version: arguments.value("model-version"))
      guard let loaded = outcome.loaded else {
        reading.add(outcome)
        status = .badModel
        return nil
      }
      return try EditedBundle(loaded)
    } catch {
      report(error, at: Place(path: path), .usage)
      return nil
    }
  }

  private mutating func report(_ problem: EditProblem, at place: Place, _ status: ExitStatus) {
    reading.report(
      Diagnostic(
        .error,
        rule: RunRule.inapplicableEdit.rawValue,
        problem.message,
        at: place,
        hint: problem.hint
      )
    )
    self.status = status
  }

  // MARK: Judging

  /// Whether the edits have introduced no errors; reports new ones.
  private mutating func isSound(_ bundle: EditedBundle, comparedWith before: ErrorCount) -> Bool {
    guard let edited = bundle.edited else { return true }
    let source = SourceMap(
      path: edited.path,
      bytes: ContentsWriter.write(bundle.history.model)
    )
    guard let model = ContentsReader.read(source.bytes).model else { return false }
    let all = source.diagnostics(for: ModelValidator.problems(in: ResolvedModel(model)))
    let new = before.exceeded(by: all)
    guard !new.isEmpty else { return true }
    for diagnostic in new { reading.report(diagnostic) }
    // The lines are those of the file after the edits.
    reading.report(
      Diagnostic(
        .note,
        rule: RunRule.inapplicableEdit.rawValue,
        "nothing was written: the model would have errors after the edits; line numbers refer to the edited model",
        at: Place(path: edited.path)
      )
    )
    status = .badModel
    return false
  }

  private mutating func reportHashes(of bundle: EditedBundle) {
    guard let edited = bundle.edited, edited.original != nil, let history = edited.history else {
      return
    }
    // A model without entities has no stores.
    guard !history.saved.entities.isEmpty else { return }
    let names = VersionHashes(ResolvedModel(history.saved))
      .names(differingFrom: VersionHashes(ResolvedModel(history.model)))
    guard !names.isEmpty else { return }
    let list = names.map { "'\($0.visible)'" }.joined(separator: ", ")
    reading.report(
      Diagnostic(
        .warning,
        rule: RunRule.editedHashes.rawValue,
        "the edits change the version hashes of \(list)",
        at: Place(path: edited.path),
        hint: "if this version has been released, do not change it, and begin with 'add version'"
      )
    )
  }

  // MARK: Writing

  private mutating func show(_ bundle: EditedBundle) {
    for file in bundle.changedFiles {
      output +=
        UnifiedDiff(
          from: String(decoding: file.old ?? [], as: UTF8.self),
          named: file.path,
          to: String(decoding: file.new ?? [], as: UTF8.self),
          named: file.path
        ).text
    }
    output += "This was a dry run: nothing was changed.\n"
  }

  private mutating func save(_ bundle: inout EditedBundle) {
    let files = bundle.changedFiles
    do {
      try bundle.save()
      for file in files {
        output += "\(file.path.visible): \(file.new == nil ? "removed" : "written")\n"
      }
      if files.isEmpty { output += "\(path.visible): unchanged\n" }
    } catch {
      status = .usage
      switch error {
      case .changedMeanwhile(let path):
        reading.report(
          Diagnostic(
            .error,
            rule: RunRule.inapplicableEdit.rawValue,
            "another program has changed the file; nothing was written",
            at: Place(path: path),
            hint: "repeat the edits"
          )
        )
      case .file(let path, let problem): reading.report(.cannotWrite(path, problem))
      }
    }
  }
}

/// The errors of a model by their messages.
private struct ErrorCount {
  private var counts: [String: Int] = [:]

  init(of model: Model) {
    for problem in ModelValidator.problems(in: ResolvedModel(model))
    where problem.rule.severity == .error {
      counts[problem.message, default: 0] += 1
    }
  }

  /// The errors in excess of these.
  func exceeded(by diagnostics: [Diagnostic]) -> [Diagnostic] {
    var rest = counts
    return diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error else { return false }
      guard let count = rest[diagnostic.message], count > 0 else { return true }
      rest[diagnostic.message] = count - 1
      return false
    }
  }
}
