import CoreData

/// A kind of store on which suites run.
///
/// This is the one list: a suite with the trait ``Testing/Trait/everyStore`` runs each of its tests
/// on every kind, and a kind that is added here is tried by all of them.
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

  /// Whether requests are answered by a database.
  package var isDatabase: Bool { self == .sqlite || self == .postgreSQL }

  /// The kind on which the present test runs; in memory in a test without a trait of stores.
  package static var current: StoreKind { StoreRun.current?.kind ?? .inMemory }
}
