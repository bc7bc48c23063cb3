import Foundation
import ManagedModel

/// The version hashes that a compiled bundle records, for cases in which the computed ones are not certain.
///
/// Apple's compiler computes the hash of every entity. The contribution of a few rare constructs to the hash is not
/// known here; then the record is used as long as the entity is unchanged since it was read.
struct RecordedHashes {
  /// The recorded hashes, by the computed ones.
  private(set) var entities: [Data: Data] = [:]

  /// The recorded checksums, by the computed ones.
  private(set) var checksums: [String: String] = [:]

  init() {}

  /// Creates the record of a version, as far as it is needed.
  init(hashes: [String: Data], checksum: String?, of computed: VersionHashes) {
    for hash in computed.entities where !hash.doubts.isEmpty {
      guard let recorded = hashes[hash.name], recorded.count == hash.bytes.count,
        recorded != Data(hash.bytes)
      else { continue }
      entities[Data(hash.bytes)] = recorded
    }
    guard !entities.isEmpty, let checksum else { return }
    checksums[computed.checksum] = checksum
  }

  /// The hash to use for a computed one.
  func hash(for computed: EntityHash) -> Data {
    let bytes = Data(computed.bytes)
    return entities[bytes] ?? bytes
  }

  /// The checksum to use for a computed one.
  func checksum(for computed: String) -> String {
    checksums[computed] ?? computed
  }

  mutating func merge(_ other: Self) {
    entities.merge(other.entities, uniquingKeysWith: { first, _ in first })
    checksums.merge(other.checksums, uniquingKeysWith: { first, _ in first })
  }
}

extension RecordedHashes {
  /// Reads the record of a version in the `VersionInfo.plist` of a compiled bundle.
  init(version: String, ofBundleAt path: String, computed: VersionHashes) {
    let file = URL(fileURLWithPath: path).appendingPathComponent("VersionInfo.plist")
    guard let data = try? Data(contentsOf: file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let info = list as? [String: Any],
      let versions = info["NSManagedObjectModel_VersionHashes"] as? [String: Any],
      let hashes = versions[version] as? [String: Data]
    else {
      self.init()
      return
    }
    let checksums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String]
    self.init(hashes: hashes, checksum: checksums?[version], of: computed)
  }
}
