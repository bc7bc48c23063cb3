import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// What is prepared for the rows of one entity, so that a row costs no look-up and no text.
final class EntityStatements {
  let shape: EntityShape
  let layout: ObjectLayout

  /// The properties that are written with a row.
  let writable: [Int]

  /// How each property is bound, by its index.
  let bindings: [FieldBinding]

  /// The properties whose values the database works out.
  let derived: [Int]

  /// The properties whose values may be in files.
  let external: [Int]

  /// The relationships that need more than rows to be written.
  let connected: [Int]

  /// The relationships of which something has to be taken away when an object goes.
  let disconnected: [Int]

  /// Whether rows have nothing that stores do not keep.
  let hasSharedRows: Bool

  private let connection: SQLiteConnection
  private var insertion: SQLStatement?
  private var deletion: SQLStatement?
  private var updates: [PropertySet: RowUpdate] = [:]

  /// The update of the object before, in which mostly the same properties had changed.
  private var latestUpdate: RowUpdate?

  init(_ shape: EntityShape, _ layout: ObjectLayout, _ connection: SQLiteConnection) {
    self.shape = shape
    self.layout = layout
    self.connection = connection
    let fields = layout.fields
    writable = layout.writableIndices
    bindings = fields.map(FieldBinding.init)
    derived = fields.indices.filter { fields[$0].isDerived }
    external = writable.filter { fields[$0].isExternal }
    disconnected = fields.indices.filter { fields[$0].isKeptApart }
    connected = shape.relationships.filter {
      fields.indices.contains($0) && (fields[$0].isKeptApart || fields[$0].isOrdered)
    }
    hasSharedRows = !shape.slots.contains(where: \.isTransient)
  }

  /// The statement that inserts a row: the key, the entity, the version, then what is written.
  func insert() throws -> SQLStatement {
    if let insertion { return insertion }
    let columns = writable.flatMap { layout.fields[$0].columns }
    let names = [layout.columns.key, layout.columns.entityNumber, layout.columns.version] + columns
    let made = try connection.prepare(
      "INSERT INTO \(layout.table) (\(names.joined(separator: ", "))) VALUES ("
        + names.map { _ in "?" }.joined(separator: ", ") + ")"
    )
    insertion = made
    return made
  }

  /// How some properties are written that have changed.
  func update(_ properties: PropertySet) throws -> RowUpdate {
    if let latestUpdate, latestUpdate.properties == properties { return latestUpdate }
    let update = try updates[properties] ?? makeUpdate(properties)
    latestUpdate = update
    return update
  }

  private func makeUpdate(_ properties: PropertySet) throws -> RowUpdate {
    let indices = writable.filter(properties.contains)
    var assignments = [layout.columns.version] + indices.flatMap { layout.fields[$0].columns }
    assignments = assignments.map { "\($0) = ?" }
    // An object that has left an ordered relationship has no place there.
    assignments += indices.compactMap { layout.fields[$0].ordering.map { "\($0) = NULL" } }
    let made = try connection.prepare(
      "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) = ? AND \(layout.columns.version) = ?"
    )
    if updates.count > 64 { updates.removeAll() }
    let update = RowUpdate(
      properties: properties,
      indices: indices,
      external: external.filter(properties.contains),
      statement: made
    )
    updates[properties] = update
    return update
  }

  /// The statement that deletes a row: the key, the version.
  func delete() throws -> SQLStatement {
    if let deletion { return deletion }
    let made = try connection.prepare(
      "DELETE FROM \(layout.table) WHERE \(layout.columns.key) = ? AND \(layout.columns.version) = ?"
    )
    deletion = made
    return made
  }
}

/// What is prepared for updates of rows in which the same properties have changed.
struct RowUpdate {
  let properties: PropertySet
  let indices: [Int]

  /// Those whose values may be in files.
  let external: [Int]

  /// Its parameters are the new version, the values, the key, and the old version.
  let statement: SQLStatement
}

extension ObjectLayout {
  /// The properties that are written with the row.
  var writableIndices: [Int] { rowIndices.filter { !fields[$0].isDerived } }
}

extension FieldStorage {
  /// Whether the database works the value out.
  var isDerived: Bool {
    if case .attribute(let column) = self { column.isDerived } else { false }
  }

  /// Whether the value may be in a file.
  var isExternal: Bool {
    if case .attribute(let column) = self { column.isExternal } else { false }
  }

  /// The place of the row's object in the ordered inverse of a to-one relationship.
  var ordering: String? {
    if case .toOne(let storage) = self { storage.ordering } else { nil }
  }

  /// Whether a relationship is in a join table, or in rows whose objects know nothing of it.
  fileprivate var isKeptApart: Bool {
    switch self {
    case .join: true
    case .toMany(let storage): storage.ownsKey
    case .none, .attribute, .composite, .toOne: false
    }
  }

  /// Whether the objects of a to-many relationship have places.
  fileprivate var isOrdered: Bool {
    switch self {
    case .join(let storage): storage.ordering != nil
    case .toMany(let storage): storage.ordering != nil
    case .none, .attribute, .composite, .toOne: false
    }
  }
}
