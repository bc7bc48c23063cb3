import Diagnostics
import ManagedModel

/// Chooses a version of a bundle.
///
/// With one version there is no choice. With several, either the bundle must name the current one, or the
/// user must: the order of files differs from one machine to the next.
enum VersionChoice {
  /// Returns the version of a name, or the current one.
  static func version(
    of bundle: ModelBundle,
    named name: String?
  ) throws(DiagnosticError) -> ModelVersion {
    guard !bundle.versions.isEmpty else {
      throw DiagnosticError(
        .noVersions,
        at: bundle.path,
        "the bundle has no version of its model",
        hint: "a version is a folder named like '\(bundle.name).xcdatamodel' inside it"
      )
    }
    if let name {
      guard let version = bundle.version(named: name) else {
        throw DiagnosticError(
          .missingVersion,
          at: bundle.path,
          "there is no version '\(name)'",
          hint: list(bundle.versions)
        )
      }
      return version
    }
    return try current(of: bundle)
  }

  private static func current(of bundle: ModelBundle) throws(DiagnosticError) -> ModelVersion {
    switch bundle.current {
    case .named(let name):
      guard let version = bundle.version(named: name) else {
        throw DiagnosticError(
          .missingVersion,
          at: bundle.currentVersionPath,
          "the current version '\(name)' is not in the bundle",
          hint: list(bundle.versions) + "; choose one with --model-version"
        )
      }
      return version
    case .unreadable(let reason) where bundle.versions.count > 1:
      throw DiagnosticError(
        .ambiguousVersion,
        at: bundle.currentVersionPath,
        "the current version is not known: \(reason)",
        hint: list(bundle.versions) + "; choose one with --model-version"
      )
    case .unspecified, .unreadable:
      guard bundle.versions.count == 1, let only = bundle.versions.first else {
        throw DiagnosticError(
          .ambiguousVersion,
          at: bundle.path,
          "the bundle has \(bundle.versions.count) versions and does not name the current one",
          hint: list(bundle.versions) + "; choose one with --model-version"
        )
      }
      return only
    }
  }

  /// Notes about the versions that are not being read.
  static func notes(about bundle: ModelBundle, reading chosen: ModelVersion) -> [Diagnostic] {
    unreadableChoice(of: bundle) + alikeNames(in: bundle)
      + bundle.versions.filter { $0 != chosen }.compactMap { version in
        guard var diagnostic = problem(withStorageOf: version)?.diagnostic else { return nil }
        diagnostic.severity = .note
        diagnostic.rule = ModelRule.unreadableVersion.rawValue
        return diagnostic
      }
  }

  /// A bundle of one version does not need a file that names the current one, but an unreadable one is reported.
  private static func unreadableChoice(of bundle: ModelBundle) -> [Diagnostic] {
    guard case .unreadable(let reason) = bundle.current, bundle.versions.count == 1 else {
      return []
    }
    var diagnostic = DiagnosticError(
      .ambiguousVersion,
      at: bundle.currentVersionPath,
      "the file that names the current version cannot be read: \(reason)",
      hint: "the only version is used"
    ).diagnostic
    diagnostic.severity = .warning
    return [diagnostic]
  }

  /// Reports versions whose names are the same on file systems that ignore case, as on most Macs.
  private static func alikeNames(in bundle: ModelBundle) -> [Diagnostic] {
    var first: [String: String] = [:]
    return bundle.versions.compactMap { version in
      guard let earlier = first.updateValue(version.name, forKey: version.name.lowercased()) else {
        return nil
      }
      var diagnostic = DiagnosticError(
        .duplicateName,
        at: version.path,
        "there is a second version named '\(version.name)': '\(earlier)' differs in case only",
        hint: "rename one of them; on most Macs only one of the two would exist"
      ).diagnostic
      diagnostic.severity = .warning
      return diagnostic
    }
  }

  /// The reason why a version cannot be read, as far as its file names show.
  static func problem(withStorageOf version: ModelVersion) -> DiagnosticError? {
    switch version.storage {
    case .contents, .compiled: nil
    case .legacy:
      DiagnosticError(
        .legacyFormat,
        at: version.path,
        "the version '\(version.name)' is in the binary form of Xcode 3, which cannot be read",
        hint: "open the model in Xcode 4 or later and save it; it is then written as XML"
      )
    case .missing:
      DiagnosticError(
        .unreadableFile,
        at: version.path,
        "the version '\(version.name)' has no 'contents' file"
      )
    }
  }

  private static func list(_ versions: [ModelVersion]) -> String {
    let shown = versions.prefix(12).map { "'\($0.name)'" }.joined(separator: ", ")
    let more = versions.count > 12 ? " and \(versions.count - 12) more" : ""
    return "the versions are \(shown)\(more)"
  }
}
