import Digests
import ManagedModel
import PropertyLists

/// A store's record of its model.
package struct ModelIdentity: Sendable, Hashable {
  /// The version hashes of the entities, by name.
  package var hashes: [String: [UInt8]]

  /// The version identifiers.
  package var identifiers: [String]

  /// The checksum of the model.
  package var checksum: String

  package init(hashes: [String: [UInt8]], identifiers: [String], checksum: String) {
    self.hashes = hashes
    self.identifiers = identifiers
    self.checksum = checksum
  }

  /// Computes the identity of a model.
  package init(_ model: Model) {
    let computed = VersionHashes(ResolvedModel(model))
    self.init(
      hashes: Dictionary(
        computed.entities.map { ($0.name, $0.bytes) },
        uniquingKeysWith: { first, _ in first }
      ),
      identifiers: [model.header.userDefinedModelVersionIdentifier ?? ""],
      checksum: computed.checksum
    )
  }

  /// The version of Core Data whose layout our stores have.
  private static let frameworkVersion: Int64 = 1_345

  /// The version of the rules for computing hashes.
  private static let hashesVersion: Int64 = 3

  /// The hash of all hashes.
  private var digest: String {
    SHA512.hash(names.flatMap { Array($0.utf8) + (hashes[$0] ?? []) }).base64
  }

  private var names: [String] { hashes.keys.sortedByCodePoint() }

  /// The entries of the metadata, by key.
  package var entries: [PropertyListDictionary.Entry] {
    let list = names.map { PropertyListDictionary.Entry($0, .data(hashes[$0] ?? [])) }
    return [
      .init(StoreMetadataKey.hashes, .dictionary(PropertyListDictionary(list))),
      .init(StoreMetadataKey.hashesVersion, .integer(Self.hashesVersion)),
      .init(StoreMetadataKey.identifiers, .array(identifiers.map(PropertyList.string))),
      .init(StoreMetadataKey.frameworkVersion, .integer(Self.frameworkVersion)),
      .init(StoreMetadataKey.digest, .string(digest)),
      .init(StoreMetadataKey.checksum, .string(checksum)),
    ]
  }

  /// Metadata that record this model instead of another; all other entries are kept in their positions.
  package func recorded(in metadata: PropertyListDictionary) -> PropertyListDictionary {
    var own = entries
    // A store that was written by a newer Core Data keeps that version.
    if let known = metadata[StoreMetadataKey.frameworkVersion]?.integer,
      known > Self.frameworkVersion
    {
      own.removeAll { $0.key == StoreMetadataKey.frameworkVersion }
    }
    let replaced = metadata.entries.map { entry in
      own.first { $0.key == entry.key } ?? entry
    }
    return PropertyListDictionary(replaced + own.filter { metadata[$0.key] == nil })
  }
}
