import FoundationEssentials
import ManagedModel
import ObjectRows
import SQLDriver
import SQLSchema

/// Reads the columns of one entity from a statement into rows.
final class StatementReader {
  // Columns have no references to objects, so that nothing is retained for each row.

  /// The column of a typed attribute.
  private struct AttributeColumn {
    let field: RowField
    let place: Int32
  }

  /// The column of a to-one relationship.
  fileprivate struct ReferenceColumn {
    let field: RowField
    let place: Int32

    /// The entity of the destination, unless the next column has its number.
    let destination: Int32

    /// The number of that entity in references; 0 if the store lacks it.
    let referredEntity: Int32

    /// The last subentity of the destination, if the next column has the number of the object's entity; -1 otherwise.
    let lastDestination: Int32
  }

  /// A property whose value takes more than one step to read.
  private struct BoxedColumn {
    let field: RowField
    let index: Int
    let place: Int
    let source: Source
  }

  private enum Source {
    case external
    case bytes(any BytesCoding)
    case members(any MemberCoding, [Member])
  }

  private struct Member {
    var path: [String]
    var place: Int
    var type: AttributeType
    var coding: (any BytesCoding)?
  }

  private let statement: SQLStatement
  private let entity: StoreEntity
  private let entities: StoreEntities

  /// The number of the store in references.
  private let store: Int

  private let external: ExternalData

  // Texts and references have loops of their own: finding the kind of a column takes longer than reading it.
  private let texts: [AttributeColumn]
  private let references: [ReferenceColumn]
  private let others: [AttributeColumn]
  private let boxedColumns: [BoxedColumn]

  /// Whether a file that the row that was read last refers to is missing.
  ///
  /// Another program may have saved since the statement began, and have removed the file with the old value.
  @exclusivity(unchecked) private(set) var missesFile = false

  init(
    _ statement: SQLStatement,
    _ selection: RowSelection,
    of entity: StoreEntity,
    _ layout: ObjectLayout,
    in store: StoreLayout,
    _ entities: StoreEntities,
    external: ExternalData
  ) {
    self.statement = statement
    self.external = external
    self.entities = entities
    self.entity = entity
    self.store = entities.store
    let places = selection.places(ofEntity: layout.number)
    var attributes: [AttributeColumn] = []
    var references: [ReferenceColumn] = []
    var boxedColumns: [BoxedColumn] = []
    for (index, property) in entity.properties.enumerated()
    where property.isStoredInRow && places.indices.contains(index) {
      let field = entity.layout[index]
      let place = places[index]
      if let source = Self.source(layout.fields[index], place, property) {
        boxedColumns.append(BoxedColumn(field: field, index: index, place: place, source: source))
      } else if case .attribute = layout.fields[index] {
        attributes.append(AttributeColumn(field: field, place: Int32(place)))
      } else if case .toOne(let toOne) = layout.fields[index] {
        references.append(ReferenceColumn(field, place, toOne, in: store, entities))
      }
    }
    texts = attributes.filter { $0.field.kind == .string }
    others = attributes.filter { $0.field.kind != .string }
    self.references = references
    self.boxedColumns = boxedColumns
  }

  private static func source(
    _ storage: FieldStorage,
    _ place: Int,
    _ property: StoreProperty
  ) -> Source? {
    switch (storage, property.coding) {
    case (.attribute(let column), _) where column.isExternal: return .external
    case (.attribute, .bytes(let coding)): return .bytes(coding)
    case (.composite(let members), .members(let coding)):
      return .members(
        coding,
        members.enumerated().map { offset, member in
          Member(
            path: member.path,
            place: place + offset,
            type: member.column.type,
            coding: coding.coding(at: member.path)
          )
        }
      )
    default: return nil
    }
  }

  /// The key and the number of the entity of the current row.
  static func identity(in statement: SQLStatement) -> (key: Int64, entity: Int) {
    (statement.integer(at: 0), Int(truncatingIfNeeded: statement.integer(at: 1)))
  }

  /// Begins to read the row of an object with a statement whose only parameter is the key.
  func begin(_ key: Int64) throws { try statement.bind(integer: key, at: 0) }

  /// Returns the next row; nil after the last one.
  func next() throws -> Row? { try statement.step() ? row() : nil }

  /// Ends the execution of the statement.
  func end() { statement.reset() }

  /// The current row of the statement.
  func row() -> Row {
    let row = entity.makeRow()
    for column in texts {
      row.initialize(column.field, to: statement.optionalText(at: Int(column.place)))
    }
    for column in references { read(column, into: row) }
    for column in others { read(column, into: row) }
    if !boxedColumns.isEmpty { readBoxed(into: row) }
    row.version = statement.integer(at: 2)
    return row
  }

  @inline(__always)
  private func read(_ column: ReferenceColumn, into row: Row) {
    let place = Int(column.place)
    guard let key = statement.optionalInteger(at: place), key > 0 else { return }
    let entity =
      column.lastDestination < 0 ? Int(column.referredEntity) : destination(at: place, column)
    guard entity > 0 else { return }
    row.initialize(column.field, to: Reference(number: key, entity: entity, store: store))
  }

  @inline(__always)
  private func read(_ column: AttributeColumn, into row: Row) {
    let field = column.field
    let place = Int(column.place)
    switch field.kind {
    case .boolean: row.initialize(field, to: statement.optionalInteger(at: place).map { $0 != 0 })
    case .integer16:
      row.initialize(
        field,
        to: statement.optionalInteger(at: place).map(Int16.init(truncatingIfNeeded:))
      )
    case .integer32:
      row.initialize(
        field,
        to: statement.optionalInteger(at: place).map(Int32.init(truncatingIfNeeded:))
      )
    case .integer64: row.initialize(field, to: statement.optionalInteger(at: place))
    case .double: row.initialize(field, to: statement.optionalReal(at: place))
    case .float: row.initialize(field, to: statement.optionalReal(at: place).map(Float.init))
    case .date:
      row.initialize(
        field,
        to: statement.optionalReal(at: place).map(Date.init(timeIntervalSinceReferenceDate:))
      )
    case .data:
      if !statement.isNull(at: place) {
        row.initialize(field, to: statement.withBytes(at: place) { Data($0) })
      }
    case .decimal: row.initialize(field, to: StoredScalar.decimal(statement, place))
    case .uuid: row.initialize(field, to: StoredScalar.uuid(statement, place))
    case .url:
      row.initialize(field, to: statement.optionalText(at: place).flatMap { URL(string: $0) })
    case .none, .object, .string, .reference: break
    }
  }

  private func readBoxed(into row: Row) {
    missesFile = false
    for column in boxedColumns {
      switch column.source {
      case .external:
        if !statement.isNull(at: column.place) {
          row.initialize(
            column.field,
            to: statement.withBytes(at: column.place) { bytes in
              let value = external.value(of: bytes)
              if value == nil, ExternalDataFolder.fileName(in: bytes) != nil { missesFile = true }
              return value
            }
          )
        }
      case .bytes(let coding): row.setObject(box(coding, at: column.place), at: column.index)
      case .members(let coding, let members):
        row.setObject(box(coding, members), at: column.index)
      }
    }
  }

  private func box(_ coding: any BytesCoding, at place: Int) -> BoxedValue? {
    guard !statement.isNull(at: place) else { return nil }
    return coding.box(of: statement.withBytes(at: place) { Data($0) })
  }

  private func box(_ coding: any MemberCoding, _ members: [Member]) -> BoxedValue? {
    coding.box(
      members.map { member in
        (member.path, StoredScalar.value(member.type, statement, member.place, member.coding))
      }
    )
  }

  /// The number in references of the entity of a destination, which may be a subentity; 0 if the row has the number of
  /// an entity that is not allowed.
  private func destination(at place: Int, _ column: ReferenceColumn) -> Int {
    let entity = Int(truncatingIfNeeded: statement.integer(at: place + 1))
    if entity == 0 { return Int(column.referredEntity) }
    guard entity >= Int(column.destination), entity <= Int(column.lastDestination) else { return 0 }
    return entities.reference(1, entity).entity
  }
}

extension StatementReader.ReferenceColumn {
  fileprivate init(
    _ field: RowField,
    _ place: Int,
    _ toOne: StoredToOne,
    in store: StoreLayout,
    _ entities: StoreEntities
  ) {
    self.field = field
    self.place = Int32(place)
    destination = Int32(truncatingIfNeeded: toOne.destination)
    referredEntity = Int32(truncatingIfNeeded: entities.reference(1, toOne.destination).entity)
    let last = store[toOne.destination]?.family.upperBound ?? toOne.destination
    lastDestination = toOne.entityNumber == nil ? -1 : Int32(truncatingIfNeeded: last)
  }
}
