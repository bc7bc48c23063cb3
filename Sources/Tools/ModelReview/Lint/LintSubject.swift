import ManagedModel

/// The version of a model to check, with the facts about its bundle.
package struct LintSubject: Sendable {
  package var resolved: ResolvedModel

  /// The name of the version.
  package var name: String

  /// Whether the model has errors, so that rules which need a whole model are skipped.
  package var isBroken: Bool

  /// The versions before this one in the order of their names, the oldest first.
  package var earlier: [LintVersion]

  /// The names in the bundle, if it has several versions.
  package var bundle: Bundle?

  /// The base of comparison, if any.
  package var base: LintBase?

  /// The names in a bundle of versions.
  package struct Bundle: Sendable {
    /// The name of the current version.
    package var current: String

    /// The names of all versions, in natural order.
    package var versions: [String]

    /// The file that names the current version.
    package var currentVersionPath: String

    package init(current: String, versions: [String], currentVersionPath: String) {
      self.current = current
      self.versions = versions
      self.currentVersionPath = currentVersionPath
    }
  }

  package init(
    _ resolved: ResolvedModel,
    name: String = "Model",
    isBroken: Bool = false,
    earlier: [LintVersion] = [],
    bundle: Bundle? = nil,
    base: LintBase? = nil
  ) {
    self.resolved = resolved
    self.name = name
    self.isBroken = isBroken
    self.earlier = earlier
    self.bundle = bundle
    self.base = base
  }
}

/// Another version of the checked model.
package struct LintVersion: Sendable {
  package let name: String
  package let resolved: ResolvedModel

  /// The checksum of the version hashes, or nil when a part does not follow established rules.
  package let checksum: String?

  /// The names to which renaming identifiers may refer.
  let names: VersionNames

  package init(name: String, resolved: ResolvedModel) {
    self.name = name
    names = VersionNames(resolved)
    self.resolved = resolved
    checksum = Self.checksum(of: resolved)
  }

  static func checksum(of resolved: ResolvedModel) -> String? {
    let hashes = VersionHashes(resolved)
    return hashes.isEstablished ? hashes.checksum : nil
  }
}
