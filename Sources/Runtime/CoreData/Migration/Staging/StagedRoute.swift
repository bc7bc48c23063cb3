import Digests
import Foundation
import ManagedModel

/// The stages between two versions.
struct StagedRoute {
  let stages: [NSMigrationStage]

  /// The checksum of the target version.
  let target: String

  /// Returns the stages from a version to the target, beginning with the one that contains the version.
  ///
  /// - Parameter version: The checksum of the version.
  /// - Returns: The stages, in their order.
  /// - Throws: An error with the code ``NSManagedObjectModelReferenceNotFoundError`` for a version that no stage
  ///   contains, and ``NSStagedMigrationBackwardMigrationError`` if the target precedes it.
  func stages(from version: String) throws -> ArraySlice<NSMigrationStage> {
    let versions = stages.enumerated().flatMap { position, stage in
      Self.checksums(of: stage).map { (stage: position, checksum: $0) }
    }
    guard let start = versions.lastIndex(where: { $0.checksum == version }) else {
      throw StoreFailure.error(
        NSManagedObjectModelReferenceNotFoundError,
        "Cannot use staged migration with an unknown model version."
      )
    }
    if let end = versions.lastIndex(where: { $0.checksum == target }), end < start {
      throw StoreFailure.error(
        NSStagedMigrationBackwardMigrationError,
        "Cannot migrate a store to an earlier version of its model."
      )
    }
    let last = versions.lastIndex { $0.checksum == target }.map { versions[$0].stage }
    let first = versions[start].stage
    return stages[first...max(first, last ?? stages.count - 1)]
  }

  private static func checksums(of stage: NSMigrationStage) -> [String] {
    switch stage {
    case let custom as NSCustomMigrationStage:
      [custom.currentModel.versionChecksum, custom.nextModel.versionChecksum]
    case let lightweight as NSLightweightMigrationStage: lightweight.versionChecksums
    default: []
    }
  }

  /// The checksum of the version in a store's metadata.
  static func checksum(of metadata: [String: Any]) -> String {
    if let checksum = metadata[NSPersistentStoreModelVersionChecksumKey] as? String {
      return checksum
    }
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    return SHA256.hash(hashes.keys.sortedByCodePoint().flatMap { Array(hashes[$0] ?? Data()) })
      .base64
  }
}
