import ManagedModel

/// A version of a bundle, with its version hashes.
package struct ReviewedVersion: Sendable {
  package let name: String
  package let hashes: VersionHashes

  package init(_ name: String, _ resolved: ResolvedModel) {
    self.name = name
    hashes = VersionHashes(resolved)
  }
}

/// The parts of a bundle that are compared apart from the contents of its versions.
package struct BundleOutline: Sendable {
  package var name: String

  /// All versions, in natural order.
  package var versions: [ReviewedVersion]

  /// The name of the current version, if the bundle names one.
  package var current: String?

  package init(name: String, versions: [ReviewedVersion], current: String?) {
    self.name = name
    self.versions = versions
    self.current = current
  }
}

/// Compares the versions of bundles, and which of them is current.
package enum BundleChanges {
  /// Returns the differences; ``ShippedVersions`` reports removed versions.
  package static func changes(
    from old: BundleOutline,
    to new: BundleOutline,
    movedFrom origin: String? = nil
  ) -> [Change] {
    (bundleChange(old, new, origin).map { [$0] } ?? []) + versionChanges(old, new)
  }

  private static func bundleChange(
    _ old: BundleOutline,
    _ new: BundleOutline,
    _ origin: String?
  ) -> Change? {
    var fields: [FieldChange] = []
    if !old.current.isSame(as: new.current) {
      fields.append(
        FieldChange(
          name: "current version",
          old: old.current,
          new: new.current,
          judgement: .compatible
        )
      )
    }
    guard origin != nil || !fields.isEmpty else { return nil }
    var change = Change(
      ChangedElement(.bundle, new.name),
      origin.map(ChangeAction.moved(from:)) ?? .changed,
      fields: fields,
      at: .none
    )
    if !old.name.utf8.elementsEqual(new.name.utf8) {
      change.add(Judgement(.compatible, "code that loads '\(old.name)' by name fails"))
    }
    return change
  }

  private static func versionChanges(_ old: BundleOutline, _ new: BundleOutline) -> [Change] {
    let before = Set(old.versions.map(\.name))
    let after = Set(new.versions.map(\.name))
    var gone = old.versions.filter { !after.contains($0.name) }
    return new.versions.filter { !before.contains($0.name) }.map { version in
      var action = ChangeAction.added
      if let twin = gone.firstIndex(where: { $0.hashes.digest == version.hashes.digest }) {
        action = .renamed(from: gone.remove(at: twin).name)
      }
      let isCurrent = new.versions.count == 1 || new.current == version.name
      return Change(
        ChangedElement(.version, version.name),
        action,
        judgements: isCurrent ? [] : [Judgement(.compatible, "it is not the current version")],
        at: .none
      )
    }
  }
}
