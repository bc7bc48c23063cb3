import ManagedModel

/// The version of a model that is checked, and what is known about its bundle.
package struct LintSubject: Sendable {
  package var resolved: ResolvedModel

  /// The name of the version.
  package var name: String

  /// Whether what was read cannot be relied on, so that rules which need a whole model keep silent.
  package var isBroken: Bool

  /// The versions before this one in the order of their names, the oldest first.
  package var earlier: [LintVersion]

  /// The statement of the bundle about its current version, if it has several.
  package var bundle: Bundle?

  /// The base of comparison, if any.
  package var base: LintBase?

  /// The names in a bundle of versions.
  package struct Bundle: Sendable {
    /// The name of the current version.
    package var current: String

    /// The names of all versions, in natural order.
    package var versions: [String]

    /// The file that says which version is current.
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

/// Another version of the model that is checked.
package struct LintVersion: Sendable {
  package let name: String
  package let resolved: ResolvedModel

  /// The identity of the version, or nil when a part of it does not follow established rules.
  package let checksum: String?

  /// The names that renaming identifiers may lead to.
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
