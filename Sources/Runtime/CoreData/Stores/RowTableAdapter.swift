import ObjectRows

/// The adapter to a store whose objects are all in memory.
final class RowTableAdapter: StoreAdapter {
  let table: RowTable
  private let slot: StoreSlot

  /// Writes the table to its file, after a change.
  private let write: ((RowTable) throws -> Void)?

  /// Returns the properties of an object that have a value in the file but not in the table.
  private let unreadable: ((Reference) -> [String])?

  /// The number of objects that are in the file but not in the table, by the names of their entities.
  private let strangers: (() -> [String: Int])?

  /// Reads the changes that others have written to the file since.
  private let catchUp: (() -> Void)?

  /// Whether a save is in progress.
  private var isSaving = false

  init(
    slot: StoreSlot,
    table: RowTable,
    unreadable: ((Reference) -> [String])? = nil,
    strangers: (() -> [String: Int])? = nil,
    catchUp: (() -> Void)? = nil,
    write: ((RowTable) throws -> Void)? = nil
  ) {
    self.slot = slot
    self.table = table
    self.unreadable = unreadable
    self.strangers = strangers
    self.catchUp = catchUp
    self.write = write
  }

  /// Updates the table to the currently saved objects before a query; during a save it stays as it was at the start.
  func prepareQuery() {
    if !isSaving { catchUp?() }
  }

  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]
  { unreadable?(reference) ?? [] }

  func objects(besides entities: Set<Int>) -> [String: Int] {
    var counts = strangers?() ?? [:]
    for shape in slot.coordinator.shapes where !entities.contains(shape.number) {
      let count = table.count(ofEntity: shape.number)
      if count > 0 { counts[shape.name] = count }
    }
    return counts
  }

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    prepareQuery()
    var result = StoreFetchResult(
      references: request.shapes.flatMap { table.references(ofEntity: $0.number) }
    )
    if request.request?.returnsObjectsAsFaults == false {
      let rows = RowList(capacity: result.references.count)
      for reference in result.references { rows.append(table.row(of: reference)) }
      result.rows = rows
    }
    return result
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    table.row(of: reference)
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    StoreFetchResult(references: table[reference]?.toMany[index] ?? [])
  }

  func writtenMembers(of shape: EntityShape) -> [Int] { shape.rules.toMany }

  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    objects.map { object in
      Reference(number: table.nextNumber(), entity: object.shape.number, store: slot.number)
    }
  }

  func save(_ changes: StoreChanges) throws {
    try requireFreeNumbers(changes)
    let save = RowTableSave(changes, in: table, isRevocable: write != nil, write: write)
    do { try save.commit() } catch {
      save.takeBack()
      throw error
    }
  }

  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? {
    try requireFreeNumbers(changes)
    return RowTableSave(changes, in: table, write: write)
  }

  /// Throws if a new object has the ID of one that another program has saved.
  private func requireFreeNumbers(_ changes: StoreChanges) throws {
    guard changes.rows.inserted.contains(where: { table.isTaken($0.reference.number) }) else {
      return
    }
    throw StoreFailure.error(
      NSPersistentStoreSaveError,
      "Another program has saved an object with the permanent ID of an object that is not saved yet.",
      url: slot.coordinator.openStores.first { $0.adapter === self }?.store.url
    )
  }

  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?
  {
    table.reference(
      having: key,
      of: constraint,
      entities: slot.coordinator.shape(number: constraint.entity)?.subtree.map(\.number) ?? []
    )
  }

  func text(of reference: Reference) -> String? { nil }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    Int64(text).map { Reference(number: $0, entity: entity.number, store: slot.number) }
  }
}

extension RowTableAdapter: SaveTransacting {
  func beginSave() {
    prepareQuery()
    isSaving = true
  }

  /// Returns false: the file is read again when a save begins.
  func beginWriting() -> Bool { false }

  var historyTransaction: Int64? { nil }

  func formerRow(for reference: Reference) -> Row? { nil }

  func endSave() { isSaving = false }
}
