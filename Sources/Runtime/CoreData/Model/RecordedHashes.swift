import Foundation
import ManagedModel

/// The version hashes that a compiled bundle records where the ones computed here are not certain.
///
/// Apple's compiler knows the hash of every entity. A few constructs are so rare that their share in the
/// hash is not known here; then the record is believed as long as the entity is what it was when it was
/// read.
struct RecordedHashes {
  /// The recorded hashes, by those that are computed.
  private(set) var entities: [Data: Data] = [:]

  /// The recorded checksums, by those that are computed.
  private(set) var checksums: [String: String] = [:]

  init() {}

  /// The record of a version, as far as it is needed.
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

  /// The hash to use for one that is computed.
  func hash(for computed: EntityHash) -> Data {
    let bytes = Data(computed.bytes)
    return entities[bytes] ?? bytes
  }

  /// The checksum to use for one that is computed.
  func checksum(for computed: String) -> String {
    checksums[computed] ?? computed
  }

  mutating func merge(_ other: Self) {
    entities.merge(other.entities, uniquingKeysWith: { first, _ in first })
    checksums.merge(other.checksums, uniquingKeysWith: { first, _ in first })
  }
}

extension RecordedHashes {
  /// The record of a version in the `VersionInfo.plist` of a compiled bundle.
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
