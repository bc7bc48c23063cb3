import ObjectRows

/// A store whose objects are all in memory.
final class RowTableAdapter: StoreAdapter {
  let table: RowTable
  private let slot: StoreSlot

  /// Writes the table to where it is kept, when it has changed.
  private let write: ((RowTable) throws -> Void)?

  /// Finds the properties of an object of which the place has something that the table does not.
  private let unreadable: ((Reference) -> [String])?

  /// The number of objects that the place has and the table does not, by the names of their entities.
  private let strangers: (() -> [String: Int])?

  init(
    slot: StoreSlot,
    table: RowTable,
    unreadable: ((Reference) -> [String])? = nil,
    strangers: (() -> [String: Int])? = nil,
    write: ((RowTable) throws -> Void)? = nil
  ) {
    self.slot = slot
    self.table = table
    self.unreadable = unreadable
    self.strangers = strangers
    self.write = write
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
    var result = StoreFetchResult(
      references: request.shapes.flatMap { table.references(ofEntity: $0.number) }
    )
    if request.request?.returnsObjectsAsFaults == false {
      let rows = result.references.compactMap(table.row(of:))
      if rows.count == result.references.count { result.rows = rows }
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
    let save = RowTableSave(changes, in: table, isRevocable: write != nil, write: write)
    do { try save.commit() } catch {
      save.takeBack()
      throw error
    }
  }

  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)? {
    RowTableSave(changes, in: table, write: write)
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
