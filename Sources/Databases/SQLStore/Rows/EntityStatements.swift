import ObjectRows
import SQLDriver

/// The prepared statements for the rows of one entity.
final class EntityStatements {
  let entity: StoreEntity
  let layout: ObjectLayout

  /// The properties that are written with a row.
  let writable: [Int]

  /// The same properties as a set.
  let writableSet: PropertySet

  /// The binding of each property, by its index.
  let bindings: [FieldBinding]

  /// The properties whose values the database computes.
  let derived: [Int]

  /// The properties whose values may be in files.
  let external: [Int]

  /// The relationships that need more than rows to be written.
  let connected: [Int]

  /// Whether the object must be removed from other tables when it is deleted.
  let isConnected: Bool

  /// Whether composite values have members that this program may be unable to read.
  let hasDoubtfulMembers: Bool

  /// Whether rows have no values besides those that stores keep.
  let hasSharedRows: Bool

  /// The number of rows that one statement inserts if there are that many.
  ///
  /// It saves SQLite the search for the end of the table and of its indexes for each row. A connection that queues
  /// statements batches rows itself.
  let rowsInBlock: Int

  private let connection: any SQLConnection
  private var insertion: SQLStatement?
  private var blockInsertion: SQLStatement?
  private var deletion: SQLStatement?
  private var updates: [PropertySet: RowUpdate] = [:]

  /// The update of the previous object, in which the same properties have usually changed.
  private var latestUpdate: RowUpdate?

  init(_ entity: StoreEntity, _ layout: ObjectLayout, _ connection: any SQLConnection) {
    self.entity = entity
    self.layout = layout
    self.connection = connection
    let fields = layout.fields
    writable = layout.writableIndices
    writableSet = PropertySet(writable)
    bindings = zip(fields, entity.properties).map(FieldBinding.init)
    derived = fields.indices.filter { fields[$0].isDerived }
    external = writable.filter { fields[$0].isExternal }
    hasDoubtfulMembers = fields.contains { field in
      guard case .composite(let members) = field else { return false }
      return members.contains(where: \.column.isDoubtful)
    }
    isConnected = fields.contains(where: \.isKeptApart)
    connected = entity.relationships.filter {
      fields.indices.contains($0) && (fields[$0].isKeptApart || fields[$0].isOrdered)
    }
    hasSharedRows = entity.transients.isEmpty
    rowsInBlock =
      connection.isQueueing
      ? 1 : max(1, min(32, 900 / (writable.reduce(3) { $0 + fields[$1].columns.count })))
  }

  /// The statement that inserts a row: the key, the entity if the table has several, the version, then the values.
  func insert() throws -> SQLStatement {
    if let insertion { return insertion }
    let made = try connection.prepare(
      SQLRowWrite(layout.table, .insertion(columns: insertedColumns))
    )
    insertion = made
    return made
  }

  /// The statement that inserts ``rowsInBlock`` rows, each with the parameters of ``insert()``.
  func insertBlock() throws -> SQLStatement {
    if let blockInsertion { return blockInsertion }
    let text = SQLRowWrite.insertion(
      into: layout.table,
      columns: insertedColumns,
      rows: rowsInBlock
    )
    let made = try connection.prepare(connection.dialect.placing(text))
    blockInsertion = made
    return made
  }

  private var insertedColumns: [String] {
    let entity = layout.columns.entityNumber.map { [$0] } ?? []
    return [layout.columns.key] + entity + [layout.columns.version]
      + writable.flatMap { layout.fields[$0].columns }
  }

  /// The statement that writes some changed properties.
  func update(_ properties: PropertySet) throws -> RowUpdate {
    if let latestUpdate, latestUpdate.properties == properties { return latestUpdate }
    let update = try updates[properties] ?? makeUpdate(properties)
    latestUpdate = update
    return update
  }

  private func makeUpdate(_ properties: PropertySet) throws -> RowUpdate {
    let indices = writable.filter(properties.contains)
    let write = SQLRowWrite.Kind.update(
      columns: [layout.columns.version] + indices.flatMap { layout.fields[$0].columns },
      // An object that has left an ordered relationship has no position there.
      cleared: indices.compactMap { layout.fields[$0].ordering },
      matching: [layout.columns.key, layout.columns.presentVersion]
    )
    let made = try connection.prepare(SQLRowWrite(layout.table, write))
    if updates.count > 64 { updates.removeAll() }
    let external = external.filter(properties.contains)
    let update = RowUpdate(properties, indices, external: external, made)
    updates[properties] = update
    return update
  }

  /// The statement that deletes a row: the key, the version.
  func delete() throws -> SQLStatement {
    if let deletion { return deletion }
    let matching = [layout.columns.key, layout.columns.presentVersion]
    let made = try connection.prepare(SQLRowWrite(layout.table, .deletion(matching: matching)))
    deletion = made
    return made
  }
}

/// The statement for updates of rows in which the same properties have changed.
final class RowUpdate {
  let properties: PropertySet
  let indices: [Int]

  /// Those of the properties whose values may be in files.
  let external: [Int]

  /// The statement, whose parameters are the new version, the values, the key, and the old version.
  let statement: SQLStatement

  init(
    _ properties: PropertySet,
    _ indices: [Int],
    external: [Int],
    _ statement: SQLStatement
  ) {
    self.properties = properties
    self.indices = indices
    self.external = external
    self.statement = statement
  }
}

extension ObjectLayout {
  /// The properties that are written with the row.
  var writableIndices: [Int] { rowIndices.filter { !fields[$0].isDerived } }
}

extension FieldStorage {
  /// Whether the database computes the value.
  var isDerived: Bool {
    if case .attribute(let column) = self { column.isDerived } else { false }
  }

  /// Whether the value may be in a file.
  var isExternal: Bool {
    if case .attribute(let column) = self { column.isExternal } else { false }
  }

  /// The position of the row's object in the ordered inverse of a to-one relationship.
  var ordering: String? {
    if case .toOne(let storage) = self { storage.ordering } else { nil }
  }

  /// Whether a relationship is in a join table, or in columns that belong to no property of the rows' objects.
  var isKeptApart: Bool {
    switch self {
    case .join: true
    case .toMany(let storage): storage.ownsKey
    case .none, .attribute, .composite, .toOne: false
    }
  }

  /// Whether the objects of a to-many relationship are ordered.
  fileprivate var isOrdered: Bool {
    switch self {
    case .join(let storage): storage.ordering != nil
    case .toMany(let storage): storage.ordering != nil
    case .none, .attribute, .composite, .toOne: false
    }
  }
}
