import CommandLineParsing
import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview

/// Finds the two models that a command line compares.
struct ComparedSides {
  /// The result of reading them.
  private(set) var reading = ModelReading()

  private let arguments: ParsedArguments
  private let paths: [String]
  private var bundles: (old: ReviewedBundle, new: ReviewedBundle)?

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    paths = arguments.operands("MODEL")
  }

  /// The old and the new model; nil after a failure, which is in ``reading``.
  mutating func sides() -> (old: ReviewedModel, new: ReviewedModel)? {
    guard paths.count <= 2, let first = paths.first, let last = paths.last else {
      reading.refuse("two models can be compared, not \(paths.count)")
      return nil
    }
    if arguments.has("merge-base"), arguments.value("base") == nil {
      reading.refuse("--merge-base needs --base")
      return nil
    }
    do {
      let (old, new) = try find(first, last)
      bundles = (old, new)
      guard let newModel = load(arguments.value("to"), of: new) else { return nil }
      let isOneBundle =
        paths.count == 1 && arguments.value("base") == nil && arguments.value("from") == nil
      guard isOneBundle else {
        return load(arguments.value("from"), of: old).map { ($0, newModel) }
      }
      return neighbours(of: newModel, in: new)
    } catch {
      reading.report(error.diagnostic)
      return nil
    }
  }

  private func find(
    _ first: String,
    _ last: String
  ) throws(DiagnosticError) -> (old: ReviewedBundle, new: ReviewedBundle) {
    let head = arguments.value("head")
    guard let base = arguments.value("base") else {
      return (try ReviewedBundle(first), try bundle(last, at: .init(revision: head)))
    }
    let isShared = arguments.has("merge-base")
    guard paths.count > 1 else {
      return try ReviewedBundle.pair(first, base: base, head: head, sinceTheyParted: isShared)
    }
    let old = ReviewedBundle.Side(revision: base, other: head, isShared: isShared)
    return (try bundle(first, at: old), try bundle(last, at: .init(revision: head)))
  }

  private func bundle(
    _ path: String,
    at side: ReviewedBundle.Side
  ) throws(DiagnosticError) -> ReviewedBundle {
    if let bundle = try ReviewedBundle.find(path, at: side) { return bundle }
    guard let revision = side.revision else { return try ReviewedBundle(path) }
    throw DiagnosticError(
      Diagnostic(
        .error,
        rule: RunRule.git.rawValue,
        "there is no such model in revision '\(revision)'",
        at: Place(path: path),
        hint:
          "the path must be that in the revision: 'git ls-tree -r \(revision)' lists the paths"
      )
    )
  }

  private mutating func load(_ name: String?, of bundle: ReviewedBundle) -> ReviewedModel? {
    let (model, outcome) = bundle.load(name)
    reading.add(outcome)
    return model
  }

  /// The preceding version and the given one; for the first version, the given one and the next, on
  /// which people work before they make it current.
  private mutating func neighbours(
    of model: ReviewedModel,
    in bundle: ReviewedBundle
  ) -> (old: ReviewedModel, new: ReviewedModel)? {
    let name = model.loaded.version.name
    if let version = bundle.version(before: name) {
      return load(version, of: bundle).map { ($0, model) }
    }
    guard arguments.value("to") == nil, let version = bundle.version(after: name) else {
      reading.refuse(
        "there is no version before '\(name)' to compare it with",
        hint: "name two models, or a git revision with --base"
      )
      return nil
    }
    return load(version, of: bundle).map { (model, $0) }
  }

  private mutating func load(
    _ version: ModelVersion,
    of bundle: ReviewedBundle
  ) -> ReviewedModel? {
    let (model, outcome) = bundle.load(version)
    reading.add(outcome)
    return model
  }

  /// The changes of the bundle since a revision, and the versions that differ.
  ///
  /// Only a revision in the history shows that a version may have been released.
  func history() -> (changes: [Change], shipped: [ShippedVersionBreak]) {
    guard let bundles, bundles.old.revision != nil else { return ([], []) }
    let (old, new) = (bundles.old.versions, bundles.new.versions)
    let changes =
      bundles.old.isAbsent || bundles.new.isAbsent
      ? []
      : BundleChanges.changes(
        from: bundles.old.outline(old),
        to: bundles.new.outline(new),
        movedFrom: bundles.old.movedFrom
      )
    return (changes, bundles.new.breaks(of: old, now: new))
  }
}

extension ModelReading {
  /// Reports that the command line requests something impossible.
  mutating func refuse(_ message: String, hint: String? = nil) {
    report(Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint))
  }

  /// The outcome of a verb that could not start.
  func failure(in environment: VerbEnvironment) -> VerbOutcome {
    let isUsage = diagnostics.contains { $0.severity == .error && $0.rule == "usage" }
    return VerbOutcome(
      diagnostics: diagnostics,
      sources: sources,
      exitCode: isUsage ? .usage : .badModel,
      environment: environment
    )
  }
}
