import FoundationEssentials
import ManagedModel
import ObjectRows
import SQLDriver

/// Reads the columns of one entity from a statement into rows, in one loop over the properties.
final class StatementReader {
  /// The way in which a property is read.
  private enum Source {
    case attribute
    case external
    case bytes(any BytesCoding)
    case members(any MemberCoding, [Member])
    case toOne(destination: Int, hasEntity: Bool)
  }

  private struct Member {
    var path: [String]
    var place: Int
    var type: AttributeType
    var coding: (any BytesCoding)?
  }

  /// A property that the statement gives a value of.
  private struct Column {
    let field: RowField
    let index: Int
    let place: Int
    let source: Source
  }

  private let statement: SQLStatement
  private let entity: StoreEntity
  private let entities: StoreEntities
  private let external: ExternalData
  private let columns: [Column]

  init(
    _ statement: SQLStatement,
    _ selection: RowSelection,
    of entity: StoreEntity,
    _ layout: ObjectLayout,
    _ entities: StoreEntities,
    external: ExternalData
  ) {
    self.statement = statement
    self.external = external
    self.entities = entities
    self.entity = entity
    let places = selection.places(ofEntity: layout.number)
    columns = entity.properties.indices.compactMap { index in
      guard entity.properties[index].isStoredInRow, places.indices.contains(index),
        let source = Self.source(layout.fields[index], places[index], entity.properties[index])
      else { return nil }
      return Column(
        field: entity.layout[index],
        index: index,
        place: places[index],
        source: source
      )
    }
  }

  private static func source(
    _ storage: FieldStorage,
    _ place: Int,
    _ property: StoreProperty
  ) -> Source? {
    switch (storage, property.coding) {
    case (.none, _), (.toMany, _), (.join, _): return nil
    case (.toOne(let toOne), _):
      return .toOne(destination: toOne.destination, hasEntity: toOne.entityNumber != nil)
    case (.attribute(let column), let coding):
      if column.isExternal { return .external }
      if case .bytes(let coding) = coding { return .bytes(coding) }
      return .attribute
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
    case (.composite, _): return nil
    }
  }

  /// The key and the number of the entity of the current row.
  static func identity(in statement: SQLStatement) -> (key: Int64, entity: Int) {
    (statement.integer(at: 0), Int(truncatingIfNeeded: statement.integer(at: 1)))
  }

  /// The current row of the statement.
  func row() -> Row {
    let row = entity.makeRow()
    for column in columns {
      switch column.source {
      case .attribute: read(column.field, at: column.place, into: row)
      case .toOne(let destination, let hasEntity):
        let reference = reference(at: column.place, destination, hasEntity)
        if !reference.isNone { row.initialize(column.field, to: reference) }
      case .external:
        if !statement.isNull(at: column.place) {
          row.initialize(
            column.field,
            to: statement.withBytes(at: column.place) { external.value(of: $0) }
          )
        }
      case .bytes(let coding): row.setObject(box(coding, at: column.place), at: column.index)
      case .members(let coding, let members):
        row.setObject(box(coding, members), at: column.index)
      }
    }
    row.version = statement.integer(at: 2)
    return row
  }

  @inline(__always)
  private func read(_ field: RowField, at place: Int, into row: Row) {
    switch field.kind {
    case .string: row.initialize(field, to: statement.optionalText(at: place))
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
    case .none, .object, .reference: break
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

  @inline(__always)
  private func reference(at place: Int, _ destination: Int, _ hasEntity: Bool) -> Reference {
    guard let key = statement.optionalInteger(at: place), key > 0 else { return .none }
    let entity = hasEntity ? Int(truncatingIfNeeded: statement.integer(at: place + 1)) : 0
    return entities.reference(key, entity == 0 ? destination : entity)
  }
}
