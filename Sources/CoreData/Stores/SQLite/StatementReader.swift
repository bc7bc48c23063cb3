import Foundation
import ObjectRows
import SQLDriver
import SQLStore

/// Reads the columns of one entity from a statement into rows, in one loop over the properties.
final class StatementReader {
  /// How a property is read.
  private enum Source {
    case attribute
    case external
    case transformable(TransformableCoding)
    case composite([Member])
    case toOne(destination: Int, hasEntity: Bool)
  }

  private struct Member {
    var path: [String]
    var place: Int
    var type: NSAttributeDescription.AttributeType
  }

  /// A property that the statement gives a value of.
  private struct Column {
    let field: RowField
    let index: Int
    let place: Int
    let source: Source
  }

  private let statement: SQLStatement
  private let binding: EntityBinding
  private let entities: EntityNumbers
  private let external: ExternalData
  private let columns: [Column]

  init(
    _ statement: SQLStatement,
    _ selection: RowSelection,
    of shape: EntityShape,
    _ layout: ObjectLayout,
    _ entities: EntityNumbers,
    external: ExternalData
  ) {
    self.statement = statement
    self.external = external
    self.entities = entities
    binding = shape.binding
    let places = selection.places(ofEntity: layout.number)
    columns = shape.slots.indices.compactMap { index in
      guard shape.slots[index].isStoredInRow, places.indices.contains(index),
        let source = Self.source(layout.fields[index], places[index], shape.properties[index])
      else { return nil }
      return Column(
        field: shape.rowLayout[index],
        index: index,
        place: places[index],
        source: source
      )
    }
  }

  private static func source(
    _ storage: FieldStorage,
    _ place: Int,
    _ property: NSPropertyDescription
  ) -> Source? {
    switch storage {
    case .none, .toMany, .join: return nil
    case .toOne(let toOne):
      return .toOne(destination: toOne.destination, hasEntity: toOne.entityNumber != nil)
    case .attribute(let column):
      guard let attribute = property as? NSAttributeDescription else { return nil }
      if column.isExternal { return .external }
      if attribute.type == .transformable { return .transformable(TransformableCoding(attribute)) }
      return .attribute
    case .composite(let members):
      guard let composite = property as? NSCompositeAttributeDescription else { return nil }
      return .composite(
        members.enumerated().compactMap { offset, member in
          composite.member(at: member.path).map {
            Member(path: member.path, place: place + offset, type: $0.type)
          }
        }
      )
    }
  }

  /// The key and the number of the entity of the current row.
  static func identity(in statement: SQLStatement) -> (key: Int64, entity: Int) {
    (statement.integer(at: 0), Int(truncatingIfNeeded: statement.integer(at: 1)))
  }

  /// The current row of the statement.
  func row() -> Row {
    let row = binding.makeRow()
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
      case .transformable(let coding):
        row.setObject(box(coding, at: column.place), at: column.index)
      case .composite(let members): row.setObject(box(members), at: column.index)
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

  private func box(_ coding: TransformableCoding, at place: Int) -> BoxedValue? {
    guard !statement.isNull(at: place) else { return nil }
    let data = statement.withBytes(at: place) { Data($0) }
    // A value of a class that this program does not know reads as none, and stays in the store.
    return BoxedValue((try? coding.value(of: data)) as Any?)
  }

  private func box(_ members: [Member]) -> BoxedValue? {
    var values = CompositeValues()
    for member in members {
      let value = StoredScalar.value(member.type, statement, member.place)
      if let object = value.object { values.set(object, at: member.path[...]) }
    }
    return values.entries.isEmpty ? nil : BoxedValue(values.dictionary)
  }

  @inline(__always)
  private func reference(at place: Int, _ destination: Int, _ hasEntity: Bool) -> Reference {
    guard let key = statement.optionalInteger(at: place), key > 0 else { return .none }
    let entity = hasEntity ? Int(truncatingIfNeeded: statement.integer(at: place + 1)) : 0
    return entities.reference(key, entity == 0 ? destination : entity)
  }
}

extension PropertyShape {
  /// Whether stores keep the property in the object's own row.
  var isStoredInRow: Bool {
    guard !isTransient else { return false }
    switch kind {
    case .attribute, .toOne: return true
    case .toMany, .fetched, .other: return false
    }
  }
}
