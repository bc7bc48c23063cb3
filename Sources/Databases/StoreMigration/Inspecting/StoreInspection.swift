import PropertyLists
import SQLDriver

/// The contents of a store, and its problems.
package struct StoreInspection: Sendable {
  package var path: String
  package var metadata: StoreMetadata
  package var model: IdentifiedModel

  /// The differences between the store and the model that it was compared with; nil if there was none, or if the
  /// store has one of its versions.
  package var comparison: HashComparison?
  package var sizes: StoreFileSizes

  /// The server of the store; nil for a file.
  package var server: ServerInspection?
  package var entities: [EntityInspection]
  package var tables: [TableInspection]

  /// Whether the sizes of tables are estimated from a sample.
  package var areSizesEstimated: Bool
  package var history: HistoryInspection?
  package var externalData: ExternalDataInspection
  package var problems: [StoreProblem]

  /// The number of objects of all entities.
  package var objectCount: Int { entities.reduce(0) { $0 + $1.objectCount } }
}

/// The database server and schema of a store.
package struct ServerInspection: Sendable, Hashable {
  /// The version of PostgreSQL.
  package var version: String
  package var database: String
  package var schema: String
}

/// An entity of a store.
package struct EntityInspection: Sendable, Hashable {
  package var name: String
  package var number: Int

  /// The name of its parent.
  package var parent: String?

  /// The number of ancestors that it has.
  package var depth: Int

  /// Its table, which it shares with its relatives; nil if there is none.
  package var table: String?

  /// The number of objects of the entity itself.
  package var objectCount: Int

  /// The version hash; nil if the store records none.
  package var hash: [UInt8]?
}

/// A table of a store.
package struct TableInspection: Sendable, Hashable {
  package var name: String
  package var rowCount: Int

  /// The size in bytes with its indexes; nil if it cannot be determined.
  package var bytes: Int?
}

/// The persistent history of a store.
package struct HistoryInspection: Sendable, Hashable {
  package var transactionCount: Int
  package var changeCount: Int
  package var bytes: Int?
}

extension StoreMetadata {
  /// The version identifiers of the model.
  package var modelIdentifiers: [String] {
    dictionary[StoreMetadataKey.identifiers]?.array?.compactMap(\.string) ?? []
  }

  /// The version of Core Data that wrote the store last.
  package var frameworkVersion: Int? {
    dictionary[StoreMetadataKey.frameworkVersion]?.integer.map { Int(clamping: $0) }
  }

  /// The checksum of the model; nil in older stores.
  package var checksum: String? { dictionary[StoreMetadataKey.checksum]?.string }
}
