import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver

/// One run of a test on one kind of store, with the locations of the stores it has made.
package final class StoreRun: Sendable {
  @TaskLocal package static var current: StoreRun?

  package let kind: StoreKind

  /// The common part of the names of all locations of the run.
  private let name = UUID().uuidString.lowercased()

  package init(_ kind: StoreKind) { self.kind = kind }

  deinit { removeStores() }

  private var folder: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("run-\(name)")
  }

  /// The location of a store of the run.
  ///
  /// - Parameter name: The name of the store; equal names give the same location.
  /// - Returns: The URL of a file or of a schema.
  /// - Throws: An error if no folder can be made.
  package func place(_ name: String) throws -> URL {
    switch kind {
    case .inMemory: return URL(fileURLWithPath: "/dev/null")
    case .binary, .sqlite:
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.appendingPathComponent("\(name).\(kind)")
    case .postgreSQL: return PostgreSQLServer.url(schema: schema(name))
    }
  }

  /// A second connection to a store in PostgreSQL, with the store's schema in the search path.
  package func connect(_ name: String = "store") throws -> any SQLConnection {
    let connection = try PostgreSQLServer.connect()
    let schema = try SQLDialect.postgreSQL.identifier(schema(name))
    try connection.execute("SET search_path = \(schema)")
    return connection
  }

  private func schema(_ name: String) -> String { "r-\(self.name)-\(name)" }

  /// Removes the stores of the run.
  private func removeStores() {
    switch kind {
    case .inMemory: break
    case .binary, .sqlite: try? FileManager.default.removeItem(at: folder)
    case .postgreSQL: try? dropSchemas()
    }
  }

  private func dropSchemas() throws {
    let connection = try PostgreSQLServer.connect(lockTimeoutMilliseconds: 1_000)
    defer { connection.close() }
    let rows = try connection.rows(
      "SELECT nspname::text FROM pg_catalog.pg_namespace WHERE nspname LIKE $1",
      .text("r-\(name)-%")
    )
    for row in rows {
      guard case .text(let schema) = row[0] else { continue }
      let name = try SQLDialect.postgreSQL.identifier(schema)
      try connection.execute("SET client_min_messages = error; DROP SCHEMA \(name) CASCADE")
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Opens a store of the current test's kind.
  ///
  /// - Parameters:
  ///   - name: The name of the store; equal names give the same store.
  ///   - configuration: The configuration.
  ///   - options: Options in addition to those that the kind requires.
  /// - Returns: The store.
  /// - Throws: The error of the coordinator.
  @discardableResult
  package func openTestedStore(
    _ name: String = "store\(UUID().uuidString.prefix(8).lowercased())",
    configuration: String? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    let run = StoreRun.current ?? StoreRun(.inMemory)
    return try addPersistentStore(
      type: run.kind.type,
      configuration: configuration,
      at: run.place(name),
      options: run.kind.options(options)
    )
  }
}

extension StoreKind {
  /// Options, with those that the kind of store requires.
  package func options(_ options: [AnyHashable: Any]? = nil) -> [AnyHashable: Any]? {
    guard self == .postgreSQL else { return options }
    return (options ?? [:])
      .merging([OpenCoreDataPostgreSQLCreatesSchemaOption: true]) { given, _ in given }
  }
}
