/// The keys in a store's metadata that identify its model.
package enum StoreMetadataKey {
  package static let hashes = "NSStoreModelVersionHashes"
  package static let hashesVersion = "NSStoreModelVersionHashesVersion"
  package static let identifiers = "NSStoreModelVersionIdentifiers"
  package static let frameworkVersion = "NSPersistenceFrameworkVersion"
  package static let digest = "NSStoreModelVersionHashesDigest"
  package static let checksum = "NSStoreModelVersionChecksumKey"
}
