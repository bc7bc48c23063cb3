import Deflation
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import PropertyLists
import SQLDriver

/// The metadata of a store, as they are in the store and as programs have them.
struct StoredMetadata {
  var list: PropertyListDictionary
  var identifier: String

  var values: [String: Any] {
    var values = MetadataList.metadata(list)
    values[NSStoreUUIDKey] = identifier
    return values
  }
}

extension SQLiteFile {
  /// How large a model may become that is kept in a store.
  private static let modelLimit = 256 * 1024 * 1024

  /// The metadata, or nil in a database without any table.
  func metadata() throws -> StoredMetadata? {
    do {
      let count = try connection.value("SELECT COUNT(*) FROM sqlite_master")
      if count == .integer(0) { return nil }
      let rows = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
      guard let row = rows.first, case .blob(let bytes) = row[1] else {
        throw StoreFailure.corrupt(url, "The store has no metadata.")
      }
      guard case .dictionary(let list) = try PropertyList(binary: bytes) else {
        throw StoreFailure.corrupt(url, "The metadata of the store are no dictionary.")
      }
      var identifier = ""
      if case .text(let text) = row[0] { identifier = text }
      return StoredMetadata(list: list, identifier: identifier)
    } catch let error as PropertyListError {
      throw StoreFailure.corrupt(url, "The metadata of the store are damaged: \(error.message).")
    } catch let error as SQLError where error.kind == .statement {
      throw StoreFailure.corrupt(url, "The database is not that of a store.")
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
  /// What has not changed stays as it was written, in its place.
  func write(_ metadata: [String: Any]) throws {
    do {
      guard let stored = try self.metadata() else {
        throw StoreFailure.corrupt(url, "The database is not that of a store.")
      }
      var wanted = metadata
      let identifier = wanted.removeValue(forKey: NSStoreUUIDKey) as? String
      let fresh = try MetadataList.list(wanted)
      // Both have lost the same in what programs see of them.
      let old = try MetadataList.list(MetadataList.metadata(stored.list))
      var entries: [PropertyListDictionary.Entry] = []
      for entry in stored.list.entries where wanted.removeValue(forKey: entry.key) != nil {
        guard let value = fresh[entry.key], value != old[entry.key] else {
          entries.append(entry)
          continue
        }
        entries.append(.init(entry.key, value))
      }
      entries += fresh.entries.filter { wanted[$0.key] != nil }
      let list = PropertyListDictionary(entries)
      if list != stored.list || identifier.map({ $0 != stored.identifier }) == true {
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

  /// The model that the store keeps of itself.
  func cachedModel() throws -> NSManagedObjectModel? {
    do {
      guard try tables()["Z_MODELCACHE"] != nil,
        case .blob(let content) = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE")
      else { return nil }
      let bytes = try Deflation.decompress(content, limit: Self.modelLimit)
      var collector = DiagnosticCollector()
      let model = try CompiledModelReader.read(bytes, path: url.path, reportingTo: &collector)
      return ModelDescriptions.model(ResolvedModel(model))
    } catch let error as CompiledModelError {
      throw StoreFailure.corrupt(url, "The model in the store is damaged: \(error.message).")
    } catch is Deflation.Failure {
      throw StoreFailure.corrupt(url, "The model in the store is damaged.")
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
  }
}
