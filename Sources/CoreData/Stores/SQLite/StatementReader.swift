import Foundation
import SQLDriver
import SQLStore

/// Makes rows of what a statement gives: the columns of one entity, in the order of its properties.
final class StatementReader: GeneratedCode1.Reader {
  /// How a property is read.
  private enum Source {
    case none
    case attribute(NSAttributeDescription.AttributeType)
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

  private let statement: SQLStatement
  private let binding: EntityBinding
  private let entities: EntityNumbers
  private let external: ExternalData

  // By the order in which properties are read.
  private let indices: [Int]
  private let places: [Int]
  private let sources: [Source]

  @exclusivity(unchecked) private var position = 0

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
    indices = shape.slots.indices.filter { shape.slots[$0].isStoredInRow }
    self.places = indices.map { places.indices.contains($0) ? places[$0] : -1 }
    sources = indices.map { index in
      places.indices.contains(index)
        ? Self.source(layout.fields[index], places[index], shape.properties[index]) : .none
    }
    super.init()
  }

  private static func source(
    _ storage: FieldStorage,
    _ place: Int,
    _ property: NSPropertyDescription
  ) -> Source {
    switch storage {
    case .none, .toMany, .join: return .none
    case .toOne(let toOne):
      return .toOne(destination: toOne.destination, hasEntity: toOne.entityNumber != nil)
    case .attribute(let column):
      guard let attribute = property as? NSAttributeDescription else { return .none }
      if column.isExternal { return .external }
      if attribute.type == .transformable { return .transformable(TransformableCoding(attribute)) }
      return .attribute(attribute.type)
    case .composite(let members):
      guard let composite = property as? NSCompositeAttributeDescription else { return .none }
      return .composite(
        members.enumerated().compactMap { offset, member in
          composite.member(at: member.path).map {
            Member(path: member.path, place: place + offset, type: $0.type)
          }
        }
      )
    }
  }

  /// The key and the number of the entity of the row on which the statement stands.
  static func identity(in statement: SQLStatement) -> (key: Int64, entity: Int) {
    (statement.integer(at: 0), Int(truncatingIfNeeded: statement.integer(at: 1)))
  }

  /// The row on which the statement stands.
  func row() -> Row {
    position = 0
    let row = binding.makeRow()
    if binding.hasTypedRow {
      row.read(from: self)
    } else {
      for index in indices { row.setValue(self.next(), at: index) }
    }
    row.version = statement.integer(at: 2)
    return row
  }

  /// The column of the next property, or one that does not exist.
  @inline(__always) private func place() -> Int {
    let current = position
    guard current < places.count else { return -1 }
    position = current + 1
    return places[current]
  }

  override func next() -> Value {
    guard position < sources.count else { return .none }
    switch sources[position] {
    case .none:
      position += 1
      return .none
    case .attribute(let type): return attribute(type, at: place())
    case .external: return Value(data())
    case .transformable, .composite: return Value(box())
    case .toOne: return .reference(reference())
    }
  }

  private func attribute(_ type: NSAttributeDescription.AttributeType, at place: Int) -> Value {
    position -= 1
    switch type {
    case .boolean: return Value(bool())
    case .integer16: return Value(int16())
    case .integer32: return Value(int32())
    case .integer64: return Value(int64())
    case .double: return Value(double())
    case .float: return Value(float())
    case .decimal: return Value(decimal())
    case .string: return Value(string())
    case .date: return Value(date())
    case .binaryData: return Value(data())
    case .uuid: return Value(uuid())
    case .uri: return Value(url())
    default:
      position += 1
      return .none
    }
  }

  override func bool() -> Bool? { statement.optionalInteger(at: place()).map { $0 != 0 } }

  override func int16() -> Int16? {
    statement.optionalInteger(at: place()).map(Int16.init(truncatingIfNeeded:))
  }

  override func int32() -> Int32? {
    statement.optionalInteger(at: place()).map(Int32.init(truncatingIfNeeded:))
  }

  override func int64() -> Int64? { statement.optionalInteger(at: place()) }

  override func double() -> Double? { statement.optionalReal(at: place()) }

  override func float() -> Float? { statement.optionalReal(at: place()).map(Float.init) }

  override func string() -> String? { statement.optionalText(at: place()) }

  override func date() -> Date? {
    statement.optionalReal(at: place()).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  override func data() -> Data? {
    let isExternal =
      if position < sources.count, case .external = sources[position] { true } else { false }
    let place = place()
    guard !statement.isNull(at: place) else { return nil }
    return statement.withBytes(at: place) { bytes in
      isExternal ? external.value(of: bytes) : Data(bytes)
    }
  }

  override func uuid() -> UUID? { StoredScalar.uuid(statement, place()) }

  override func url() -> URL? { statement.optionalText(at: place()).flatMap { URL(string: $0) } }

  override func decimal() -> NSDecimalNumber? { StoredScalar.decimal(statement, place()) }

  override func objectID() -> NSManagedObjectID? {
    _ = place()
    return nil
  }

  override func box() -> Box? {
    guard position < sources.count else { return nil }
    let source = sources[position]
    let place = place()
    switch source {
    case .transformable(let coding):
      guard !statement.isNull(at: place) else { return nil }
      let data = statement.withBytes(at: place) { Data($0) }
      // A value of a class that this program does not know reads as none, and stays in the store.
      return Box((try? coding.value(of: data)) as Any?)
    case .composite(let members):
      var values = CompositeValues()
      for member in members {
        let value = StoredScalar.value(member.type, statement, member.place)
        if let object = value.object { values.set(object, at: member.path[...]) }
      }
      return values.entries.isEmpty ? nil : Box(values.dictionary)
    default: return nil
    }
  }

  override func reference() -> Reference {
    let current = position
    let place = place()
    guard let key = statement.optionalInteger(at: place), key > 0,
      case .toOne(let destination, let hasEntity) = sources[current]
    else { return .none }
    let entity = hasEntity ? Int(truncatingIfNeeded: statement.integer(at: place + 1)) : 0
    return entities.reference(key, entity == 0 ? destination : entity)
  }
}

extension PropertyShape {
  /// Whether rows that come from stores have the property.
  var isStoredInRow: Bool {
    guard !isTransient else { return false }
    switch kind {
    case .attribute, .toOne: return true
    case .toMany, .fetched, .other: return false
    }
  }
}
