import Foundation
import ObjectRows
import SQLDriver

/// Values of columns that take more than one step to read.
enum StoredScalar {
  static func uuid(_ statement: SQLStatement, _ place: Int) -> UUID? {
    statement.withBytes(at: place) { bytes in
      guard bytes.count == 16 else { return nil }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  /// A decimal number, which SQLite keeps as the number that it is closest to, or as text.
  static func decimal(_ statement: SQLStatement, _ place: Int) -> Decimal? {
    switch statement.value(at: place) {
    case .integer(let number): return Decimal(number)
    case .real(let number):
      guard number.isFinite else { return .nan }
      return Decimal(string: "\(number)")
    case .text(let text):
      return text == "NaN" ? .nan : Decimal(string: text)
    case .null, .blob: return nil
    }
  }

  /// The value of a column of an attribute type that needs no description.
  static func value(
    _ type: NSAttributeDescription.AttributeType,
    _ statement: SQLStatement,
    _ place: Int
  ) -> Value {
    if statement.isNull(at: place) { return .none }
    switch type {
    case .boolean: return .bool(statement.integer(at: place) != 0)
    case .integer16: return .integer(Int64(Int16(truncatingIfNeeded: statement.integer(at: place))))
    case .integer32: return .integer(Int64(Int32(truncatingIfNeeded: statement.integer(at: place))))
    case .integer64: return .integer(statement.integer(at: place))
    case .double: return statement.optionalReal(at: place).map(Value.double) ?? .none
    case .float: return statement.optionalReal(at: place).map { .float(Float($0)) } ?? .none
    case .decimal: return decimal(statement, place).map(Value.decimal) ?? .none
    case .string: return statement.optionalText(at: place).map(Value.string) ?? .none
    case .date:
      return statement.optionalReal(at: place)
        .map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .none
    case .binaryData: return .data(statement.withBytes(at: place) { Data($0) })
    case .uuid: return uuid(statement, place).map(Value.uuid) ?? .none
    case .uri:
      return statement.optionalText(at: place).flatMap { URL(string: $0) }.map(Value.url) ?? .none
    default: return .none
    }
  }
}

/// The values of a composite, by the names of its members.
struct CompositeValues {
  private(set) var entries: [String: Any] = [:]

  mutating func set(_ value: Any, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      entries[name] = value
    } else {
      var inner = CompositeValues()
      inner.entries = entries[name] as? [String: Any] ?? [:]
      inner.set(value, at: path.dropFirst())
      entries[name] = inner.entries
    }
  }

  var dictionary: [String: Any] { entries }
}

extension NSCompositeAttributeDescription {
  /// The member that a path of names leads to.
  func member(at path: [String]) -> NSAttributeDescription? {
    var elements = self.elements
    var found: NSAttributeDescription?
    for name in path {
      guard let element = elements.first(where: { $0.name == name }) else { return nil }
      found = element
      elements = (element as? NSCompositeAttributeDescription)?.elements ?? []
    }
    return found
  }
}
