import ObjectRows
import SQLDriver
import SQLSchema

/// Reads and writes the objects of a store in a SQL database, as rows.
///
/// An engine has one connection and belongs to one thread at a time. Several engines of one store share a row cache.
package final class StoreEngine {
  package let connection: any SQLConnection
  package let layout: StoreLayout
  package let external: ExternalData

  /// The cache of rows that were read or saved recently.
  package let cache: RowCache

  /// The entities of the rows.
  package let entities: StoreEntities

  /// The numbers of the entities with values that the database computes from other objects.
  private let computedEntities: Set<Int>

  /// Whether saves are recorded in the history.
  package let keepsHistory: Bool

  /// The keys, the history and the transactions of the kind of store.
  package let bookkeeping: any StoreBookkeeping

  /// Whether the values of the database have types that its columns state.
  let isTyped: Bool

  // An engine has one caller at a time, and none of the variables below is read while it is being changed.

  /// The cache of prepared queries.
  @exclusivity(unchecked) var plans = PreparedQueries()

  /// Whether others may have saved before a transaction began, and no save has dealt with that yet.
  @exclusivity(unchecked) var othersHaveSaved = false

  /// The names of files that more than one row refers to; nil if they are not known yet.
  var sharedFiles: Set<String>?

  /// The save in progress.
  package var save: SaveTransaction? { currentSave }
  // As above: written whole, by `beginSave()` and `endSave()`. Other modules would check each access to a variable.
  @exclusivity(unchecked) private var currentSave: SaveTransaction?

  /// The statements of each entity, by its number in references.
  @exclusivity(unchecked) private var prepared: [EntityStatements?] = []

  /// The keys of each tree of entities, by the number of its root.
  @exclusivity(unchecked) private var keySources: [Int: any KeySource] = [:]

  /// The readers of single rows, by the numbers of their entities in references.
  // As above: an engine has one caller at a time.
  @exclusivity(unchecked) private var rowReaders: [StatementReader?] = []
  private var relatedSequences: [RelatedKey: RowSequence] = [:]

  private struct RelatedKey: Hashable {
    var entity: Int
    var index: Int
  }

  /// Creates the engine for a model in a database.
  ///
  /// - Parameters:
  ///   - connection: The connection, on which the functions that statements call are registered.
  ///   - mapping: The tables of the model, with the names of the database.
  ///   - whole: The mapping of the whole model, if the store has a part of it.
  ///   - entities: The entities of the program's model; others are not read.
  ///   - store: The number of the store in references.
  ///   - external: The folder of large values; nil if all values are in their columns.
  ///   - cache: The row cache that all engines of the store share.
  ///   - keepsHistory: Whether saves are recorded in the history.
  ///   - bookkeeping: The keys, the history and the transactions of the kind of store.
  /// - Throws: Errors of quoting names.
  package init(
    _ connection: any SQLConnection,
    _ mapping: SchemaMapping,
    partOf whole: SchemaMapping? = nil,
    entities: [StoreEntity],
    store: Int,
    external: ExternalData?,
    cache: RowCache = RowCache(),
    keepsHistory: Bool = false,
    bookkeeping: any StoreBookkeeping = CoreDataBookkeeping()
  ) throws {
    self.connection = connection
    self.bookkeeping = bookkeeping
    self.external = external ?? ExternalData(folder: nil)
    self.cache = cache
    self.keepsHistory = keepsHistory
    let known = Dictionary(
      entities.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let layout = try StoreLayout(
      mapping,
      dialect: connection.dialect,
      partOf: whole,
      keepsFiles: external != nil
    ) { name in
      known[name]?.properties.map(\.name) ?? []
    }
    self.layout = layout
    isTyped = layout.dialect.types != nil
    let numbered = StoreEntities(
      entities.map { (layout[$0.name]?.number ?? 0, $0) },
      store: store
    )
    self.entities = numbered
    computedEntities = Set(layout.computedNumbers.map { numbered.reference(1, $0).entity })
  }

  // MARK: Entities

  /// The layout of an entity of the store.
  package func objectLayout(_ entity: StoreEntity) throws -> ObjectLayout {
    guard let found = objectLayout(number: entity.number) else {
      throw StoreError.unknownEntity(entity.name)
    }
    return found
  }

  /// Returns the query for all objects of the entity with a number in references; nil if the store lacks it.
  package func query(ofEntity number: Int, includesSubentities: Bool) -> ObjectQuery? {
    guard let layout = objectLayout(number: number) else { return nil }
    var query = ObjectQuery(layout, includesSubentities: includesSubentities)
    query.excludesStrays = cache.hasStrays
    return query
  }

  /// The layout of the entity with a number in references; nil if the store lacks it.
  private func objectLayout(number: Int) -> ObjectLayout? {
    layout[entities.storedNumber(of: number)]
  }

  /// The statements for the rows of an entity.
  func statements(_ entity: StoreEntity) throws -> EntityStatements {
    let number = entity.number
    if number < prepared.count, let known = prepared[number] { return known }
    let made = EntityStatements(entity, try objectLayout(entity), connection)
    while prepared.count <= number { prepared.append(nil) }
    prepared[number] = made
    return made
  }

  /// The entity of an object; throws if the store does not have it.
  func entity(of reference: Reference) throws -> StoreEntity {
    if let entity = entities.entity(of: reference) { return entity }
    throw StoreError.unknownEntity(entities.name(reference.entity))
  }

  /// The to-many relationships of an entity whose changes a save needs: those that rows alone do not store.
  package func writtenMembers(of entity: StoreEntity) throws -> [Int] {
    try statements(entity).connected
  }

  func makeReader(
    _ statement: SQLStatement,
    _ selection: RowSelection,
    _ entity: StoreEntity,
    _ layout: ObjectLayout
  ) -> StatementReader {
    StatementReader(
      statement,
      selection,
      of: entity,
      layout,
      in: self.layout,
      entities,
      external: external
    )
  }

  // MARK: Keys

  /// The keys of a tree of entities.
  func keySource(root: Int) throws -> any KeySource {
    if let known = keySources[root] { return known }
    guard let layout = layout[root] else {
      throw StoreError.corrupt("There is no entity with the number \(root).")
    }
    let made = try bookkeeping.keySource(of: layout, on: connection)
    keySources[root] = made
    return made
  }

  /// Evicts rows with values that the database computes from other objects, which may have changed.
  ///
  /// The version of such rows does not change.
  func forgetComputedRows() {
    if !computedEntities.isEmpty { cache.remove(ofEntities: computedEntities) }
  }

  /// A number greater than one in the store; `name` says in the error which numbers have run out.
  func number(_ distance: Int64 = 1, after last: Int64, _ name: String) throws -> Int64 {
    try HighestNumber.number(distance, after: last, name)
  }

  // MARK: Single rows

  /// The row of an object; nil if there is none.
  package func row(for reference: Reference) throws -> Row? {
    if let row = cache[reference] { return row }
    return try storedRow(for: reference)
  }

  /// The current row of an object in the database.
  ///
  /// It is cached if `isShared`; the row of a transaction that may be rolled back must not be.
  package func storedRow(for reference: Reference, isShared: Bool = true) throws -> Row? {
    let reader = try rowReader(entity(of: reference))
    let start = cache.present
    try reader.begin(reference.number)
    defer { reader.end() }
    for attempt in 1... {
      guard let row = try reader.next() else { break }
      if reader.missesFile, attempt < Self.attemptsAtFiles {
        reader.end()
        continue
      }
      if isShared { cache.offer(row, for: reference, since: start) }
      return row
    }
    if isShared { cache.remove(reference) }
    return nil
  }

  /// Returns the row of an object as a statement in progress sees it.
  ///
  /// - Parameters:
  ///   - reference: The object.
  ///   - start: The time at which the statement began.
  /// - Returns: The row; nil if it cannot be read whole.
  /// - Throws: An error of the database.
  func nestedRow(for reference: Reference, since start: UInt64) throws -> Row? {
    guard let entity = entities.entity(of: reference),
      layout[entities.storedNumber(of: entity.number)] != nil
    else { return nil }
    let reader = try rowReader(entity)
    try reader.begin(reference.number)
    defer { reader.end() }
    guard let row = try reader.next(), !reader.missesFile else { return nil }
    cache.offer(row, for: reference, since: start)
    return row
  }

  /// The number of attempts to read a row whose file is missing: another program may have saved another value
  /// meanwhile.
  private static let attemptsAtFiles = 5

  private func rowReader(_ entity: StoreEntity) throws -> StatementReader {
    let number = entity.number
    if number < rowReaders.count, let known = rowReaders[number] { return known }
    let layout = try objectLayout(entity)
    let selection = RowSelection(layout)
    let statement = try connection.prepare(
      marked: "SELECT \(selection.text()) FROM \(layout.table) WHERE \(layout.columns.key) = ?"
        + " AND \(layout.columns.entityNumber()) = \(layout.number)"
    )
    statement.expect(selection.expectations)
    let made = makeReader(statement, selection, entity, layout)
    while rowReaders.count <= number { rowReaders.append(nil) }
    rowReaders[number] = made
    return made
  }

  /// The sequence of the destinations of a to-many relationship; its parameter is the key of the owner.
  func relatedSequence(_ entity: StoreEntity, _ index: Int) throws -> RowSequence? {
    let key = RelatedKey(entity: entity.number, index: index)
    if let known = relatedSequences[key] { return known }
    let owner = try objectLayout(entity)
    guard let destination = layout.destination(of: owner, at: index) else { return nil }
    let selection = layout.selection(of: destination)
    guard let sql = layout.relatedObjects(of: owner, at: index, selection) else { return nil }
    let made = RowSequence(self, try connection.prepare(marked: sql), selection)
    relatedSequences[key] = made
    return made
  }

  // MARK: Saves

  /// Lets the next save take a batch request that has set to-one relationships for a save of others.
  ///
  /// No context knows of the connections, and the objects at their other ends keep their versions.
  func noteConnections(of layout: ObjectLayout, at indices: [Int]) {
    let setsEnds = indices.contains { index in
      if case .toOne = layout.fields[index] { true } else { false }
    }
    if setsEnds { othersHaveSaved = true }
  }

  /// Records what others have committed before anything is read, by which saves detect that others have saved.
  package func noteState() throws { try bookkeeping.noteState(of: connection) }

  /// Begins a save, which ends with ``endSave()``.
  package func beginSave() -> SaveTransaction {
    let save = SaveTransaction(self)
    currentSave = save
    return save
  }

  /// Ends the save, and rolls back what was not committed.
  package func endSave() {
    save?.takeBack()
    currentSave = nil
    cache.forgetFormer()
  }
}
