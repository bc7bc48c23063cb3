import Diagnostics
import ManagedModel
import ModelFiles
import ModelReview

/// The models of one run prepared for the linter: each with its earlier versions.
struct LintSubjects {
  private let needsVersions: Bool

  /// The versions that were read for comparison, by path; nil for unusable ones.
  private var versions: [String: LintVersion?] = [:]

  /// Creates the subjects; models that are checked themselves are not read again.
  init(_ models: [LoadedModel], needsVersions: Bool) {
    self.needsVersions = needsVersions
    guard needsVersions else { return }
    for loaded in models where loaded.bundle.versions.count > 1 {
      versions[loaded.version.path] = Self.version(loaded)
    }
  }

  mutating func subject(of loaded: LoadedModel) -> LintSubject {
    var subject = LintSubject(
      loaded.resolved,
      name: loaded.version.name,
      isBroken: loaded.hasErrors
    )
    let bundle = loaded.bundle
    guard needsVersions, bundle.versions.count > 1 else { return subject }
    let earlier = bundle.versions.prefix { $0 != loaded.version }
    subject.earlier = earlier.compactMap { version($0, of: bundle) }
    if case .named(let current) = bundle.current {
      subject.bundle = .init(
        current: current,
        versions: bundle.versions.map(\.name),
        currentVersionPath: bundle.currentVersionPath
      )
    }
    return subject
  }

  private mutating func version(_ version: ModelVersion, of bundle: ModelBundle) -> LintVersion? {
    if let known = versions[version.path] { return known }
    let loaded = ModelLoader().load(version, of: bundle).loaded
    let result = loaded.flatMap(Self.version)
    versions[version.path] = .some(result)
    return result
  }

  /// Converts another version; its problems are not reported here.
  private static func version(_ loaded: LoadedModel) -> LintVersion? {
    loaded.hasErrors ? nil : LintVersion(name: loaded.version.name, resolved: loaded.resolved)
  }
}

extension SourceMap {
  /// Findings about a model as diagnostics, with lines and columns.
  func diagnostics(for findings: [LintFinding], in resolved: ResolvedModel) -> [Diagnostic] {
    // Positions are computed for all findings of a model together; only the names of rules differ.
    let problems = findings.map { finding in
      ModelProblem(
        .badValue,
        finding.message,
        at: finding.element.source,
        attribute: finding.attribute,
        byteInAttribute: finding.byteInAttribute,
        hint: finding.hint,
        severity: finding.severity,
        related: finding.related
      )
    }
    return zip(diagnostics(for: problems), findings).map { diagnostic, finding in
      var diagnostic = diagnostic
      diagnostic.rule = finding.rule
      diagnostic.element = finding.element.name(in: resolved)
      if let path = finding.path { diagnostic.place = Place(path: path) }
      return diagnostic
    }
  }
}
