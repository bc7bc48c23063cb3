import ManagedModel
import PropertyLists

/// The contents of `VersionInfo.plist` in a compiled bundle: the current version, and the recorded
/// identities of the versions.
package struct VersionInfo: Sendable, Hashable {
  /// The name of the current version without an extension; bundles of one version may leave it out.
  package var currentVersionName: String?

  /// The version hashes of the entities, by version and entity.
  package var hashes: [String: [String: [UInt8]]]

  /// The checksums of the versions, by version; compilers before Xcode 15 write none.
  package var checksums: [String: String]

  package init(
    currentVersionName: String? = nil,
    hashes: [String: [String: [UInt8]]] = [:],
    checksums: [String: String] = [:]
  ) {
    self.currentVersionName = currentVersionName
    self.hashes = hashes
    self.checksums = checksums
  }
}

extension VersionInfo {
  private enum Key {
    static let currentVersion = "NSManagedObjectModel_CurrentVersionName"
    static let hashes = "NSManagedObjectModel_VersionHashes"
    static let checksums = "NSManagedObjectModel_VersionChecksums"
  }

  package init(_ list: PropertyList) throws(CompiledModelError) {
    guard let fields = list.dictionary else {
      throw CompiledModelError("VersionInfo.plist is \(list.kindName), not a dictionary")
    }
    self.init()
    currentVersionName = try Self.string(fields[Key.currentVersion], Key.currentVersion)
    for version in try Self.entries(fields[Key.hashes], Key.hashes) {
      var entities: [String: [UInt8]] = [:]
      for entity in try Self.entries(version.value, Key.hashes) {
        guard let hash = entity.value.data else {
          throw CompiledModelError(
            "the hash of '\(entity.key)' in VersionInfo.plist is \(entity.value.kindName)"
          )
        }
        entities[entity.key] = hash
      }
      hashes[version.key] = entities
    }
    for version in try Self.entries(fields[Key.checksums], Key.checksums) {
      checksums[version.key] = try Self.string(version.value, Key.checksums)
    }
  }

  /// The property list; names are in the order of their code points.
  package var propertyList: PropertyList {
    var entries: [PropertyListDictionary.Entry] = []
    if let currentVersionName {
      entries.append(.init(Key.currentVersion, .string(currentVersionName)))
    }
    let hashes = Self.dictionary(hashes) { Self.dictionary($0) { .data($0) } }
    entries.append(.init(Key.hashes, hashes))
    if !checksums.isEmpty {
      entries.append(.init(Key.checksums, Self.dictionary(checksums) { .string($0) }))
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  private static func dictionary<Value>(
    _ values: [String: Value],
    _ list: (Value) -> PropertyList
  ) -> PropertyList {
    .dictionary(
      PropertyListDictionary(
        values
          .sorted { $0.key.precedesByCodePoint($1.key) }
          .map { .init($0.key, list($0.value)) }
      )
    )
  }

  private static func string(
    _ value: PropertyList?,
    _ key: String
  ) throws(CompiledModelError) -> String? {
    guard let value else { return nil }
    guard let text = value.string else { throw mismatch(value, key) }
    return text
  }

  private static func entries(
    _ value: PropertyList?,
    _ key: String
  ) throws(CompiledModelError) -> [PropertyListDictionary.Entry] {
    guard let value else { return [] }
    guard let dictionary = value.dictionary else { throw mismatch(value, key) }
    return dictionary.entries
  }

  private static func mismatch(_ value: PropertyList, _ key: String) -> CompiledModelError {
    CompiledModelError("'\(key)' in VersionInfo.plist is \(value.kindName)")
  }
}
