import CoreData
import Diagnostics
import Files
import Foundation
import ManagedModel
import SQLDriver
import StoreMigration

/// A store to browse: a file, or a schema of a PostgreSQL database.
package struct BrowsedStore: Sendable {
  private enum Place: Sendable {
    case file(String)
    case server(ServerPlace, URL)
  }

  private let place: Place

  /// A store at a path, or at the URL of a server.
  package init(_ word: String) {
    if let server = ServerPlace(word), let url = URL(string: word) {
      place = .server(server, url)
    } else {
      place = .file(word)
    }
  }

  /// The displayed location, without passwords.
  package var path: String {
    switch place {
    case .file(let path): path
    case .server(let server, _): server.path
    }
  }

  /// The path of the file; nil for a store on a server.
  package var file: String? {
    guard case .file(let path) = place else { return nil }
    return path
  }

  /// A watch for changes of a store on a server; nil for one in a file.
  package var watch: ServerWatch? {
    guard case .server(let server, _) = place else { return nil }
    return ServerWatch(server)
  }

  /// A text with the secrets of the store's URL removed.
  package func scrubbed(_ text: String) -> String {
    guard case .server(let server, _) = place else { return text }
    return server.scrubbed(text)
  }

  // MARK: The store as a whole

  /// Inspects the contents of the store, and its problems.
  ///
  /// - Parameters:
  ///   - depth: The depth of the inspection.
  ///   - candidates: The versions of a model that the store may have.
  /// - Returns: The result.
  /// - Throws: A ``BrowsingError``.
  package func inspection(
    _ depth: StoreInspector.Depth,
    candidates: [ModelCandidate]
  ) throws(BrowsingError) -> StoreInspection {
    try explaining {
      switch place {
      case .file(let path):
        do {
          return try OpenedStore.withStore(at: path) {
            try StoreInspector(candidates: candidates, depth: depth).inspection(of: $0)
          }
        } catch let error as SQLError where error.kind == .corrupt && depth == .everything {
          let damage = OpenedStore.damage(at: path)
          guard let first = damage.first else { throw error }
          throw BrowsingError("the file is not a database or is damaged: \(first.message)")
        }
      case .server(let server, _):
        return try server.reading { connection in
          try ServerStoreInspector(candidates: { _ in candidates }, current: nil, depth: depth)
            .inspection(on: connection, path: server.path)
        }
      }
    }
  }

  /// The model of the store: the matching candidate, or the one in the store.
  ///
  /// - Parameter candidates: The versions of a model that the store may have.
  /// - Returns: The model.
  /// - Throws: A ``BrowsingError``, also if no model is known.
  package func model(candidates: [ModelCandidate]) throws(BrowsingError) -> BrowsedModel {
    let found = try explaining {
      switch place {
      case .file(let path):
        return try OpenedStore.withStore(at: path) { store in
          try IdentifiedModel(store.metadata, candidates: candidates) {
            try StoreMetadata.cachedModel(store.connection)
          }
        }
      case .server(let server, _):
        return try server.reading { connection in
          try IdentifiedModel(PostgreSQLStoreMigration.metadata(connection), candidates: candidates)
          {
            try PostgreSQLStoreMigration.keptModel(connection)
          }
        }
      }
    }
    guard let model = found.model else {
      throw BrowsingError(
        "the store contains no model, and does not match a version of a given model",
        hint: "start the studio with the model and --store"
      )
    }
    return BrowsedModel(model)
  }

  // MARK: Objects

  /// Opens the store with its model, runs a query, and closes it.
  ///
  /// A file that no other program has open is read without locks, so that no files are created beside it; if another
  /// program opens it meanwhile, it is read again.
  ///
  /// - Parameters:
  ///   - model: The model of the store.
  ///   - body: The query.
  /// - Returns: The result.
  /// - Throws: A ``BrowsingError``.
  package func reading<Answer: Sendable>(
    _ model: BrowsedModel,
    _ body: @Sendable (StoreReader) throws -> Answer
  ) throws(BrowsingError) -> Answer {
    try explaining {
      guard case .file(let path) = place else { return try open(model, isAtRest: false, body) }
      guard FileReader().kind(of: path) == .file else {
        throw BrowsingError("there is no such file")
      }
      if let moment = FileTimestamp(path), OpenedStore.isAtRest(path) {
        let outcome = Result { try open(model, isAtRest: true, body) }
        if OpenedStore.isAtRest(path), FileTimestamp(path) == moment { return try outcome.get() }
      }
      return try open(model, isAtRest: false, body)
    }
  }

  /// Calls a closure with a connection to the database, for reading.
  func withConnection<Answer>(_ body: (any SQLConnection) throws -> Answer) throws -> Answer {
    switch place {
    case .file(let path): try OpenedStore.withDatabase(at: path) { try body($0) }
    case .server(let server, _): try server.reading { try body($0) }
    }
  }

  private func open<Answer: Sendable>(
    _ model: BrowsedModel,
    isAtRest: Bool,
    _ body: @Sendable (StoreReader) throws -> Answer
  ) throws -> Answer {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.objectModel)
    let options: [String: Any] = [
      NSReadOnlyPersistentStoreOption: true, NSPersistentStoreConnectionPoolMaxSizeKey: 1,
      sqliteImmutableOption: isAtRest,
    ]
    let store =
      switch place {
      case .file(let path):
        try coordinator.addPersistentStore(
          type: .sqlite,
          at: URL(fileURLWithPath: path),
          options: options
        )
      case .server(_, let url):
        try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
      }
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
    return try context.performAndWait {
      defer { context.reset() }
      return try body(
        StoreReader(model: model, browsed: self, context: context, store: store)
      )
    }
  }

  /// Opens the store for writing without changing its settings: the journal mode and history tracking are kept.
  func openedForEditing(
    _ model: BrowsedModel
  ) throws -> (NSPersistentStoreCoordinator, NSPersistentStore) {
    var options: [String: Any] = [
      NSPersistentStoreConnectionPoolMaxSizeKey: 1,
      NSMigratePersistentStoresAutomaticallyOption: false,
    ]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.objectModel)
    switch place {
    case .file(let path):
      let (journal, hasHistory) = try settings(ofFileAt: path)
      options[NSSQLitePragmasOption] = ["journal_mode": journal]
      if hasHistory { options[NSPersistentHistoryTrackingKey] = true }
      let url = URL(fileURLWithPath: path)
      return (
        coordinator, try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      )
    case .server(_, let url):
      let hasHistory = try inspection(.survey, candidates: []).history != nil
      if hasHistory { options[NSPersistentHistoryTrackingKey] = true }
      return (
        coordinator,
        try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
      )
    }
  }

  /// The journal mode of a store, and whether it keeps history, without counting its objects.
  private func settings(ofFileAt path: String) throws -> (journal: String, hasHistory: Bool) {
    try OpenedStore.withStore(at: path) { store in
      let sizes = try StoreFileSizes(ofStoreAt: path, store.connection)
      let count = try store.connection.value(
        "SELECT COUNT(*) FROM sqlite_master WHERE name = 'ATRANSACTION'"
      )
      return (sizes.journal, count != .integer(0))
    }
  }

  /// Whether the store still matches a model: another program may have migrated it.
  func isStore(of model: BrowsedModel) throws -> Bool {
    let metadata: [String: Any]
    switch place {
    case .file(let path):
      metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite,
        at: URL(fileURLWithPath: path)
      )
    case .server(_, let url):
      metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .postgreSQL,
        at: url
      )
    }
    return model.objectModel.isConfiguration(
      withName: nil,
      compatibleWithStoreMetadata: metadata
    )
  }

  /// Runs a body, and converts errors into messages.
  func explaining<Result>(_ body: () throws -> Result) throws(BrowsingError) -> Result {
    do {
      return try body()
    } catch {
      throw explained(error)
    }
  }

  /// The message for an error, without the secrets of the store's URL.
  func explained(_ error: any Error) -> BrowsingError {
    if let error = error as? BrowsingError { return error }
    var problem = BrowsingError(error)
    problem.message = scrubbed(problem.message)
    return problem
  }
}
