import CommandLineWords
import Diagnostics
import ManagedModel
import ModelFiles
import ModelReview

/// Finds the two models that a command line wants compared.
struct Comparison {
  /// What came of reading them.
  private(set) var reading = ModelReading()

  private let arguments: ParsedArguments
  private let paths: [String]
  private var bundles: (old: ReviewedBundle, new: ReviewedBundle)?

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    paths = arguments.operands("MODEL")
  }

  /// The old and the new model; nil when there is none, and ``reading`` says why.
  mutating func sides() -> (old: ReviewedModel, new: ReviewedModel)? {
    guard paths.count <= 2, let first = paths.first, let last = paths.last else {
      reading.refuse("two models can be compared, not \(paths.count)")
      return nil
    }
    do {
      let old = try bundle(first, at: arguments.value("base"))
      let new = try bundle(last, at: arguments.value("head"))
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

  private func bundle(
    _ path: String,
    at revision: String?
  ) throws(DiagnosticError) -> ReviewedBundle {
    guard let revision else { return try ReviewedBundle(path) }
    return try ReviewedBundle(path, at: revision)
  }

  private mutating func load(_ name: String?, of bundle: ReviewedBundle) -> ReviewedModel? {
    let (model, outcome) = bundle.load(name)
    reading.add(outcome)
    return model
  }

  /// The version before and the given one; where it is the first, the given one and the next, which is
  /// what people work on before they make it current.
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

  /// The versions of the old side that are no longer what they were.
  ///
  /// Only a revision in the history says that people may have a version.
  func shippedBreaks() -> [ShippedVersionBreak] {
    guard let bundles, bundles.old.revision != nil else { return [] }
    func models(_ bundle: ReviewedBundle) -> [(name: String, model: ResolvedModel)] {
      bundle.bundle.versions.compactMap { version in
        bundle.load(version).model.map { (version.name, $0.resolved) }
      }
    }
    return ShippedVersions.breaks(from: models(bundles.old), to: models(bundles.new))
  }
}

extension ModelReading {
  /// Says that the command line asks for something that cannot be done.
  mutating func refuse(_ message: String, hint: String? = nil) {
    report(Diagnostic(.error, rule: "usage", message, at: Place(), hint: hint))
  }

  /// The outcome of a verb that could not begin.
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
