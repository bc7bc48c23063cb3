import Foundation
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
  static func decimal(_ statement: SQLStatement, _ place: Int) -> NSDecimalNumber? {
    switch statement.value(at: place) {
    case .integer(let number): return NSDecimalNumber(value: number)
    case .real(let number):
      guard number.isFinite else { return .notANumber }
      return Decimal(string: "\(number)").map(NSDecimalNumber.init(decimal:))
    case .text(let text):
      if text == "NaN" { return .notANumber }
      return Decimal(string: text).map(NSDecimalNumber.init(decimal:))
    case .null, .blob: return nil
    }
  }

  /// The value of a column of an attribute type that needs no description.
  static func value(
    _ type: NSAttributeDescription.AttributeType,
    _ statement: SQLStatement,
    _ place: Int
  ) -> Value {
    switch type {
    case .boolean: return Value(statement.optionalInteger(at: place).map { $0 != 0 })
    case .integer16, .integer32, .integer64: return Value(statement.optionalInteger(at: place))
    case .double: return Value(statement.optionalReal(at: place))
    case .float: return Value(statement.optionalReal(at: place).map(Float.init))
    case .decimal: return Value(decimal(statement, place))
    case .string: return Value(statement.optionalText(at: place))
    case .date:
      return Value(
        statement.optionalReal(at: place).map(Date.init(timeIntervalSinceReferenceDate:))
      )
    case .binaryData: return Value(statement.optionalBlob(at: place).map { Data($0) })
    case .uuid: return Value(uuid(statement, place))
    case .uri: return Value(statement.optionalText(at: place).flatMap { URL(string: $0) })
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
