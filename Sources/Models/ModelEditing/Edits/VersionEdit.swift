/// A change of the versions of a bundle.
package enum VersionEdit: Sendable, Hashable {
  /// Adds a version: a copy of the edited one, or of another.
  case add(String, from: String?, isCurrent: Bool)

  /// Makes a version the current one.
  case setCurrent(String)

  /// Removes a version, which must not be the current one.
  case remove(String)
}

/// A change of a bundle or of its edited version.
package enum BundleEdit: Sendable, Hashable {
  case element(ElementEdit)
  case version(VersionEdit)
}
