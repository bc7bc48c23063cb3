import Foundation
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
    of shape: EntityShape,
    _ layout: ObjectLayout,
    to statement: SQLStatement,
    from first: Int
  ) throws -> Int {
    var place = first
    for index in indices {
      let value = row.value(at: index)
      switch layout.fields[index] {
      case .none, .toMany, .join: break
      case .attribute(let column):
        try bind(value, column, shape.properties[index], to: statement, at: place)
        place += 1
      case .composite(let members):
        let values = (value.object as? [String: Any]) ?? [:]
        let composite = shape.properties[index] as? NSCompositeAttributeDescription
        for member in members {
          let attribute = composite?.member(at: member.path)
          let inner = Self.member(of: values, at: member.path[...]).flatMap { any in
            attribute.flatMap { Value(any, for: $0.type) }
          }
          try bind(inner ?? .none, member.column, attribute, to: statement, at: place)
          place += 1
        }
      case .toOne(let storage):
        let reference = value.reference
        if reference.isNone {
          try statement.bindNull(at: place)
        } else {
          try statement.bind(integer: reference.number, at: place)
        }
        place += 1
        if storage.entityNumber != nil {
          if reference.isNone {
            try statement.bindNull(at: place)
          } else {
            let number = adapter.entityNumber(of: reference)
            try statement.bind(integer: Int64(number), at: place)
          }
          place += 1
        }
      }
    }
    return place
  }

  private static func member(of values: [String: Any], at path: ArraySlice<String>) -> Any? {
    guard let name = path.first, let value = values[name], !(value is NSNull) else { return nil }
    if path.count == 1 { return value }
    return (value as? [String: Any]).flatMap { member(of: $0, at: path.dropFirst()) }
  }

  private func bind(
    _ value: Value,
    _ column: StoredColumn,
    _ property: NSPropertyDescription?,
    to statement: SQLStatement,
    at place: Int
  ) throws {
    switch value {
    case .none, .reference: try statement.bindNull(at: place)
    case .bool(let flag): try statement.bind(integer: flag ? 1 : 0, at: place)
    case .integer(let number): try statement.bind(integer: number, at: place)
    case .double(let number): try statement.bind(real: number, at: place)
    case .float(let number): try statement.bind(real: Double(number), at: place)
    case .string(let text): try statement.bind(text: text, at: place)
    case .date(let date):
      try statement.bind(real: date.timeIntervalSinceReferenceDate, at: place)
    case .uuid(let uuid):
      try withUnsafeBytes(of: uuid.uuid) { try statement.bind(blob: $0, at: place) }
    case .url(let url): try statement.bind(text: url.absoluteString, at: place)
    case .data(let data):
      if column.isExternal {
        let bytes = try adapter.external.stored(data)
        if let name = ExternalDataFolder.fileName(in: bytes) { writtenFiles.append(name) }
        try statement.bind(blob: bytes, at: place)
      } else {
        try data.withUnsafeBytes { try statement.bind(blob: $0, at: place) }
      }
    case .object(let object): try bind(object, property, to: statement, at: place)
    }
  }

  private func bind(
    _ object: AnyObject,
    _ property: NSPropertyDescription?,
    to statement: SQLStatement,
    at place: Int
  ) throws {
    switch object {
    case let number as NSDecimalNumber:
      // The column's type makes it a number, if one is as exact.
      try statement.bind(text: number.decimalValue.description, at: place)
    case let box as Box:
      guard let attribute = property as? NSAttributeDescription else {
        return try statement.bindNull(at: place)
      }
      let data = try coding(attribute).data(of: box.value)
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
