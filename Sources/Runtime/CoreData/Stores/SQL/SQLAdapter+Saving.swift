import Foundation
import ObjectRows
import SQLDriver
import SQLStore

extension SQLAdapter {
  func writtenMembers(of shape: EntityShape) throws -> [Int] {
    guard let entity = engine.entities[shape.number] else { return [] }
    return try translatingErrors { try engine.writtenMembers(of: entity) }
  }

  /// Returns references for new objects; keys are taken before the objects are saved.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    let numbers = objects.map(\.shape.number)
    if engine.save == nil {
      try confirmPlace()
      try prepareConnection()
    }
    return try translatingErrors {
      try engine.save?.takeReferences(ofEntities: numbers)
        ?? engine.reserveReferences(ofEntities: numbers)
    }
  }

  func save(_ changes: StoreChanges) throws {
    // Metadata are saved outside of the save of a context, too.
    let isOwner = engine.save == nil
    if isOwner { beginSave() }
    defer { if isOwner { endSave() } }
    try commit(changes, in: write(changes))
  }

  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? {
    let save = try write(changes)
    return SQLPreparedSave(save) { [self] in try commit(changes, in: save) }
  }

  /// Writes changes, and returns the transaction, which is still to be committed.
  private func write(_ changes: StoreChanges) throws -> SaveTransaction {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try confirmPlace()
    let save = engine.save ?? engine.beginSave()
    do { try retryingSave { try write(changes, in: save) } } catch {
      throw self.error(error, saving: changes)
    }
    return save
  }

  private func write(_ changes: StoreChanges, in save: SaveTransaction) throws {
    try save.write(changes.rows, by: HistoryAuthor(changes.context)) {
      if store.hasUnsavedMetadata { try write(store.metadata ?? [:]) }
    }
  }

  /// Commits changes; retries from the beginning if the transaction failed because of others.
  private func commit(_ changes: StoreChanges, in save: SaveTransaction) throws {
    do {
      try retryingSave {
        if save.state != .written { try write(changes, in: save) }
        try save.commit()
      }
    } catch {
      throw self.error(error, saving: changes)
    }
  }

  /// The conflicts of an error, or the error for the program.
  private func error(_ error: any Error, saving changes: StoreChanges) -> any Error {
    switch error {
    case StoreError.conflicts(let conflicts): StoreConflicts(conflicts, among: changes)
    case let error as SQLError where searchesAgain(after: error):
      StoreConflicts(conflicts: [], error: failure(error))
    default: failure(error)
    }
  }

  /// Runs the body again if its transaction failed because of others, if keys do not belong to the transaction.
  private func retryingSave(_ body: () throws -> Void) throws {
    let attempts = engine.bookkeeping.keysBelongToTransaction ? 1 : 10
    try retryingTransaction(attempts: attempts, body)
  }

  /// Whether a second search for conflicts can find an object that another program has saved with the same unique
  /// values, or has deleted although a relationship leads to it.
  ///
  /// In a database with one writer at a time the first search has found all.
  private func searchesAgain(after error: SQLError) -> Bool {
    guard !engine.bookkeeping.keysBelongToTransaction else { return false }
    return error.kind == .uniqueConstraint || error.kind == .foreignKeyConstraint
  }

  func reference(
    having key: ConstraintKey,
    of constraint: EntityConstraint
  ) throws -> Reference? {
    try translatingErrors { try engine.reference(having: key, of: constraint) }
  }
}

extension SQLAdapter: SaveTransacting {
  func beginSave() {
    guard !store.isReadOnly else { return }
    // If there is no connection, the first statement reports that.
    try? prepareConnection()
    _ = engine.beginSave()
  }

  func beginWriting() throws -> Bool {
    guard let save = engine.save else { return false }
    try translatingErrors { try save.begin() }
    return save.noteOtherSaves()
  }

  var historyTransaction: Int64? { engine.save?.historyTransaction }

  func formerRow(for reference: Reference) -> Row? { cache.formerRow(reference) }

  func endSave() { engine.endSave() }
}

/// Changes that are written in an open transaction.
private final class SQLPreparedSave: PreparedSave {
  private let save: SaveTransaction
  private let committing: () throws -> Void

  init(_ save: SaveTransaction, committing: @escaping () throws -> Void) {
    self.save = save
    self.committing = committing
  }

  func commit() throws { try committing() }

  func takeBack() { save.takeBack() }
}

extension StoreConflicts {
  /// Converts the conflicts that a store has found, with the objects to be saved.
  fileprivate init(_ found: [StoreConflict], among changes: StoreChanges) {
    let objects = Dictionary(
      (changes.updated + changes.deleted).map { ($0.reference, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    conflicts = found.compactMap { conflict in
      objects[conflict.reference].map {
        Conflict(object: $0, cached: conflict.cached, persisted: conflict.persisted)
      }
    }
  }
}

extension HistoryAuthor {
  /// Creates the author of the transactions of a context.
  init(_ context: NSManagedObjectContext) {
    let process = ProcessInfo.processInfo.processName
    self.init(
      author: context.authorOfTransactions,
      contextName: context.name,
      bundleID: Bundle.main.bundleIdentifier ?? process,
      processID: process
    )
  }
}
