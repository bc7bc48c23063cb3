import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import StoreMigration

/// Gives statements the values of rows.
final class ValueBinder {
  private let adapter: SQLiteAdapter
  private var codings: [ObjectIdentifier: TransformableCoding] = [:]

  /// The files that external data were put into.
  private(set) var writtenFiles: [String] = []

  init(_ adapter: SQLiteAdapter) {
    self.adapter = adapter
  }

  /// Binds the columns of some properties, one after the other.
  ///
  /// - Returns: The parameter behind the last one.
  @discardableResult
  func bind(
    _ row: Row,
    _ indices: [Int],
    of prepared: EntityStatements,
    to statement: SQLStatement,
    from first: Int
  ) throws -> Int {
    var place = first
    for index in indices {
      switch prepared.bindings[index] {
      case .none: break
      case .value:
        try bind(row.value(at: index), prepared, index, to: statement, at: place)
        place += 1
      case .composite:
        place = try bind(composite: row.value(at: index), prepared, index, to: statement, place)
      case .toOne(let hasEntity):
        let reference = row.value(at: index).reference
        try bind(reference.isNone ? nil : reference.number, to: statement, at: place)
        place += 1
        if hasEntity {
          let number = reference.isNone ? nil : Int64(adapter.entityNumber(of: reference))
          try bind(number, to: statement, at: place)
          place += 1
        }
      }
    }
    return place
  }

  private func bind(_ number: Int64?, to statement: SQLStatement, at place: Int) throws {
    if let number {
      try statement.bind(integer: number, at: place)
    } else {
      try statement.bindNull(at: place)
    }
  }

  private func bind(
    composite value: Value,
    _ prepared: EntityStatements,
    _ index: Int,
    to statement: SQLStatement,
    _ first: Int
  ) throws -> Int {
    guard case .composite(let members) = prepared.layout.fields[index] else { return first }
    let values = (value.object as? [String: Any]) ?? [:]
    let composite = prepared.shape.properties[index] as? NSCompositeAttributeDescription
    for (offset, member) in members.enumerated() {
      let attribute = composite?.member(at: member.path)
      let inner = Self.member(of: values, at: member.path[...]).flatMap { any in
        attribute.flatMap { Value(any, for: $0.type) }
      }
      if case .object(let object) = inner {
        try bind(object, attribute, to: statement, at: first + offset)
      } else {
        try bind(inner ?? .none, prepared, index, to: statement, at: first + offset)
      }
    }
    return first + members.count
  }

  private static func member(of values: [String: Any], at path: ArraySlice<String>) -> Any? {
    guard let name = path.first, let value = values[name], !(value is NSNull) else { return nil }
    if path.count == 1 { return value }
    return (value as? [String: Any]).flatMap { member(of: $0, at: path.dropFirst()) }
  }

  private func bind(
    _ value: Value,
    _ prepared: EntityStatements,
    _ index: Int,
    to statement: SQLStatement,
    at place: Int
  ) throws {
    switch value {
    case .none, .reference: try statement.bindNull(at: place)
    case .bool(let flag): try statement.bind(integer: flag ? 1 : 0, at: place)
    case .integer(let number): try statement.bind(integer: number, at: place)
    case .double(let number): try statement.bind(real: number, at: place)
    case .float(let number): try statement.bind(real: Double(number), at: place)
    // The column's type makes it a number, if one is as exact.
    case .decimal(let number): try statement.bind(text: number.description, at: place)
    case .string(let text): try statement.bind(text: text, at: place)
    case .date(let date):
      try statement.bind(real: date.timeIntervalSinceReferenceDate, at: place)
    case .uuid(let uuid):
      try withUnsafeBytes(of: uuid.uuid) { try statement.bind(blob: $0, at: place) }
    case .url(let url): try statement.bind(text: url.absoluteString, at: place)
    case .data(let data):
      if prepared.layout.fields[index].isExternal {
        let bytes = try adapter.external.stored(data)
        if let name = ExternalDataFolder.fileName(in: bytes) { writtenFiles.append(name) }
        try statement.bind(blob: bytes, at: place)
      } else {
        try data.withUnsafeBytes { try statement.bind(blob: $0, at: place) }
      }
    case .object(let object):
      try bind(object, prepared.shape.properties[index], to: statement, at: place)
    }
  }

  private func bind(
    _ object: AnyObject,
    _ property: NSPropertyDescription?,
    to statement: SQLStatement,
    at place: Int
  ) throws {
    switch object {
    case let box as BoxedValue:
      guard let attribute = property as? NSAttributeDescription else {
        return try statement.bindNull(at: place)
      }
      guard let data = try coding(attribute).data(of: box.value) else {
        return try statement.bindNull(at: place)
      }
      try data.withUnsafeBytes { try statement.bind(blob: $0, at: place) }
    default: try statement.bindNull(at: place)
    }
  }

  private func coding(_ attribute: NSAttributeDescription) -> TransformableCoding {
    let key = ObjectIdentifier(attribute)
    if let known = codings[key] { return known }
    let made = TransformableCoding(attribute)
    codings[key] = made
    return made
  }
}

/// How a property of an object is bound: what there is to know of its storage for every row.
///
/// The storage itself has the names of columns, which would be retained and released for each value.
enum FieldBinding {
  case none
  case value
  case composite
  case toOne(hasEntity: Bool)

  init(_ storage: FieldStorage) {
    self =
      switch storage {
      case .none, .toMany, .join: .none
      case .attribute: .value
      case .composite: .composite
      case .toOne(let storage): .toOne(hasEntity: storage.entityNumber != nil)
      }
  }
}
