import ManagedModel
import ModelComparison

/// The differences between two versions of a model, and their consequences.
///
/// `ChangeFinder` compares the versions part by part; the ``ModelCorrespondence`` that migrations follow as
/// well pairs the parts. The rules about the consequences of changes are the tables in `Consequences/`.
package struct ModelDiff: Sendable {
  package let correspondence: ModelCorrespondence

  /// All changes: those of the model, then entity by entity in the order of their names, then the rest.
  package let changes: [Change]

  /// Pairs of a removed and an added part that are probably one renamed part.
  package let likelyRenames: [LikelyRename]

  /// The names of the entities whose version hashes differ or that only one version has.
  package let changedHashes: [String]

  package let oldChecksum: String
  package let newChecksum: String

  /// - Parameters:
  ///   - old: The old version.
  ///   - new: The new version, with the renaming identifiers of assumed renames.
  ///   - assumed: The assumed renames that the file of the new version does not declare.
  package init(
    from old: ResolvedModel,
    to new: ResolvedModel,
    assuming assumed: [LikelyRename] = []
  ) {
    correspondence = ModelCorrespondence(from: old, to: new)
    let before = VersionHashes(old)
    let after = VersionHashes(new)
    oldChecksum = before.checksum
    newChecksum = after.checksum
    changedHashes = before.names(differingFrom: after)
    likelyRenames = LikelyRenames(correspondence).found
    var finder = ChangeFinder(correspondence, likelyRenames: likelyRenames)
    finder.run()
    let isNeverMigrated = changedHashes.isEmpty
    changes = finder.changes.map { change in
      var change = change
      if let rename = assumed.first(where: { $0.newTitle == change.element.name }) {
        change.add(rename.judgement)
      }
      if isNeverMigrated { change.addStandstill() }
      return change
    }
  }
}

extension ModelDiff {
  /// Returns the difference on the assumption that likely renames are intended: the new model then has their
  /// renaming identifiers.
  ///
  /// The migration follows the renames; the changes say what is missing in the model.
  package func accepting(_ renames: [LikelyRename]) -> Self {
    guard !renames.isEmpty else { return self }
    let meant = ResolvedModel(renames.reduce(new.model) { $1.applied(to: $0) })
    return Self(from: old, to: meant, assuming: renames)
  }

  package var old: ResolvedModel { correspondence.old }
  package var new: ResolvedModel { correspondence.new }

  /// Whether a store of one version opens with the other as it is.
  package var hasSameHashes: Bool { changedHashes.isEmpty }

  /// The worst of all consequences; compatible if there are no changes.
  package var consequence: Consequence {
    changes.map(\.consequence).max() ?? .compatible
  }
}
