import Foundation
import ManagedModel
import PropertyLists
import SQLDriver
import StoreMigration

extension StoreMetadata {
  /// The metadata in the form for programs.
  var values: [String: Any] {
    var values = MetadataList.metadata(dictionary)
    values[NSStoreUUIDKey] = identifier
    return values
  }
}

extension SQLiteFile {
  /// Reads the metadata; nil for a database without any table.
  func metadata() throws -> StoreMetadata? {
    do {
      return try StoreMetadata.read(connection)
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
  }

  func insert(_ metadata: [String: Any]) throws {
    let identifier = metadata[NSStoreUUIDKey] as? String ?? UUID().uuidString
    var others = metadata
    others[NSStoreUUIDKey] = nil
    let bytes = PropertyList.dictionary(try MetadataList.list(others)).binary()
    try connection.run(
      "INSERT INTO Z_METADATA(Z_VERSION, Z_UUID, Z_PLIST) VALUES(1, ?, ?)",
      .text(identifier),
      .blob(bytes)
    )
  }

  /// Replaces the metadata.
  ///
  /// Unchanged entries keep their encoding and their positions.
  func write(_ metadata: [String: Any]) throws {
    do {
      guard let stored = try self.metadata() else {
        throw StoreFailure.corrupt(url, "The database is not a store.")
      }
      var wanted = metadata
      let identifier = wanted.removeValue(forKey: NSStoreUUIDKey) as? String
      let fresh = try MetadataList.list(wanted)
      // Both have lost the same details in the form for programs.
      let old = try MetadataList.list(MetadataList.metadata(stored.dictionary))
      var entries: [PropertyListDictionary.Entry] = []
      for entry in stored.dictionary.entries where wanted.removeValue(forKey: entry.key) != nil {
        guard let value = fresh[entry.key], value != old[entry.key] else {
          entries.append(entry)
          continue
        }
        entries.append(.init(entry.key, value))
      }
      entries += fresh.entries.filter { wanted[$0.key] != nil }
      let list = PropertyListDictionary(entries)
      if list != stored.dictionary || identifier.map({ $0 != stored.identifier }) == true {
        try connection.run(
          "UPDATE Z_METADATA SET Z_UUID = ?, Z_PLIST = ?",
          .text(identifier ?? stored.identifier),
          .blob(PropertyList.dictionary(list).binary())
        )
      }
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
  }

  /// Returns the model that the store keeps.
  func cachedModel() throws -> NSManagedObjectModel? {
    do {
      return try StoreMetadata.cachedModel(connection).map {
        ModelDescriptions.model(ResolvedModel($0))
      }
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
  }
}
