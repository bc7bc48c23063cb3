import Deflation
import Diagnostics
import ManagedModel
import ModelFiles
import PropertyLists
import SQLDriver

/// The metadata of a store, as stored.
package struct StoreMetadata: Sendable {
  /// The metadata, without the identifier.
  package var dictionary: PropertyListDictionary

  /// The UUID of the store.
  package var identifier: String

  package init(dictionary: PropertyListDictionary, identifier: String) {
    self.dictionary = dictionary
    self.identifier = identifier
  }

  /// The metadata of the store of a connection.
  ///
  /// - Parameter connection: A connection to the store.
  /// - Returns: The metadata; nil for a database without any table.
  /// - Throws: ``StoreMigrationError/damaged(_:)`` if it is not a store, or an `SQLError`.
  package static func read(_ connection: some SQLConnection) throws -> Self? {
    if try connection.value("SELECT COUNT(*) FROM sqlite_master") == .integer(0) { return nil }
    guard let row = try row(connection), case .blob(let bytes) = row[1] else {
      throw StoreMigrationError.damaged("the store has no metadata")
    }
    guard case .dictionary(let dictionary) = try list(bytes) else {
      throw StoreMigrationError.damaged("the metadata of the store are not a dictionary")
    }
    var identifier = ""
    if case .text(let text) = row[0] { identifier = text }
    return Self(dictionary: dictionary, identifier: identifier)
  }

  private static func row(_ connection: some SQLConnection) throws -> [SQLValue]? {
    do {
      return try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1").first
    } catch  where error.kind == .statement {
      throw StoreMigrationError.damaged("the database is not a store")
    }
  }

  private static func list(_ bytes: [UInt8]) throws -> PropertyList {
    do {
      return try PropertyList(binary: bytes)
    } catch {
      throw StoreMigrationError.damaged("the metadata of the store are damaged: \(error.message)")
    }
  }

  /// Whether the store records its entities; the record may be empty.
  var hasVersionHashes: Bool { dictionary[StoreMetadataKey.hashes]?.dictionary != nil }

  /// The version hashes of the entities that the store holds, by name.
  package var versionHashes: [String: [UInt8]] {
    var hashes: [String: [UInt8]] = [:]
    for entry in dictionary[StoreMetadataKey.hashes]?.dictionary?.entries ?? [] {
      hashes[entry.key] = entry.value.data
    }
    return hashes
  }
}

extension StoreMetadata {
  /// The greatest size of a model in a store.
  private static let modelLimit = 256 * 1024 * 1024

  /// The model that the store keeps; nil if it keeps none.
  ///
  /// - Parameter connection: A connection to the store.
  /// - Returns: The model.
  /// - Throws: ``StoreMigrationError/damaged(_:)``, or an `SQLError`.
  package static func cachedModel(_ connection: some SQLConnection) throws -> Model? {
    let tables = try connection.value(
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'"
    )
    guard tables == .integer(1),
      case .blob(let content) = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE")
    else { return nil }
    return try model(inArchive: content)
  }

  /// Decodes a model from the format of stores.
  ///
  /// - Parameter content: The bytes.
  /// - Returns: The model.
  /// - Throws: ``StoreMigrationError/damaged(_:)``.
  static func model(inArchive content: [UInt8]) throws -> Model {
    do {
      let bytes = try Deflation.decompress(content, limit: modelLimit)
      var collector = DiagnosticCollector()
      return try CompiledModelReader.read(bytes, reportingTo: &collector)
    } catch let error as CompiledModelError {
      throw StoreMigrationError.damaged("the model in the store is damaged: \(error.message)")
    } catch {
      throw StoreMigrationError.damaged("the model in the store is damaged")
    }
  }

  /// The model that the store keeps; nil if it cannot be read.
  static func readableModel(_ connection: some SQLConnection) throws -> Model? {
    do {
      return try cachedModel(connection)
    } catch is StoreMigrationError {
      return nil
    }
  }
}
