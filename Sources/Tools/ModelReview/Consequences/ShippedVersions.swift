import ManagedModel

/// A version that existed before and is no longer the same.
///
/// There may be stores of it. Core Data finds the version of a store by its hashes; when no version has
/// them any more, the store does not open (134100).
package struct ShippedVersionBreak: Sendable, Hashable {
  package var version: String
  package var kind: Kind

  package enum Kind: Sendable, Hashable {
    /// The names of the entities whose hashes have changed.
    case edited(entities: [String])
    case removed
    /// The file exists, but does not contain a model.
    case unreadable
  }

  /// The problem, in one sentence without a final period.
  package var message: String {
    switch kind {
    case .edited(let entities):
      "version '\(version)' is in the history and was edited: "
        + "the version hashes of \(entities.joined(separator: ", ")) differ"
    case .removed: "version '\(version)' is in the history and was removed"
    case .unreadable: "version '\(version)' is in the history and can no longer be read"
    }
  }

  /// The remedy.
  package var advice: String {
    switch kind {
    case .edited, .unreadable:
      "restore the version, and make the change in a new version"
    case .removed: "restore it: stores of that version cannot be migrated without it"
    }
  }
}

/// Compares the versions of a bundle with their earlier state.
package enum ShippedVersions {
  /// Returns the problems, in the order of the old versions.
  ///
  /// A renamed version still exists: what counts is whether some version has the hashes.
  ///
  /// - Parameters:
  ///   - old: The earlier versions.
  ///   - new: The present versions, as far as they can be read.
  ///   - names: The names of all present versions.
  /// - Returns: The breaks.
  package static func breaks(
    from old: [ReviewedVersion],
    to new: [ReviewedVersion],
    names: [String] = []
  ) -> [ShippedVersionBreak] {
    let present = Set(new.map(\.hashes.digest))
    return old.compactMap { version in
      let before = version.hashes
      guard !present.contains(before.digest) else { return nil }
      guard let same = new.first(where: { $0.name == version.name }) else {
        let isThere = names.contains(version.name)
        return ShippedVersionBreak(version: version.name, kind: isThere ? .unreadable : .removed)
      }
      return ShippedVersionBreak(
        version: version.name,
        kind: .edited(entities: before.names(differingFrom: same.hashes))
      )
    }
  }
}

extension VersionHashes {
  /// The names of the entities whose hashes differ, or that only one side has.
  package func names(differingFrom other: Self) -> [String] {
    func byName(_ hashes: VersionHashes) -> [String: [UInt8]] {
      Dictionary(hashes.entities.map { ($0.name, $0.bytes) }) { first, _ in first }
    }
    let mine = byName(self)
    let theirs = byName(other)
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
      .sortedByCodePoint()
  }
}
