import CoreData

/// A kind of store that suites run on.
///
/// This is the only list: a suite with the trait ``Testing/Trait/everyStore`` runs each of its tests on every kind,
/// including kinds added here.
package enum StoreKind: String, Sendable, CaseIterable, Codable {
  case inMemory = "the store in memory"
  case binary = "a binary file"
  case sqlite = "SQLite"
  case postgreSQL = "PostgreSQL"

  package var type: NSPersistentStore.StoreType {
    switch self {
    case .inMemory: .inMemory
    case .binary: .binary
    case .sqlite: .sqlite
    case .postgreSQL: .postgreSQL
    }
  }

  /// Whether the store is a database.
  package var isDatabase: Bool { self == .sqlite || self == .postgreSQL }

  /// The kind of store of the current test; in memory for a test without a store trait.
  package static var current: StoreKind { StoreRun.current?.kind ?? .inMemory }
}
