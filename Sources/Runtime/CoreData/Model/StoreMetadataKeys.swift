// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The required keys of metadata.
enum StoreMetadataKeys {
  static let required = [
    NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey,
  ]
}

/// The key of the version hashes of a store's entities in its metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// The key of the version identifiers of a store's model in its metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

/// The key of the checksum of a store's model in its metadata.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
