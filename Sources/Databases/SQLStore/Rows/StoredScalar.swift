import FoundationEssentials
import ManagedModel
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

  /// A decimal number, which SQLite stores as the nearest number, or as text.
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

  /// The value of the column of a composite attribute's member.
  static func value(
    _ type: AttributeType,
    _ statement: SQLStatement,
    _ place: Int,
    _ coding: (any BytesCoding)?
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
    case .binary: return .data(statement.withBytes(at: place) { Data($0) })
    case .uuid: return uuid(statement, place).map(Value.uuid) ?? .none
    case .uri:
      return statement.optionalText(at: place).flatMap { URL(string: $0) }.map(Value.url) ?? .none
    case .transformable:
      let bytes = statement.withBytes(at: place) { Data($0) }
      return coding?.box(of: bytes).map(Value.object) ?? .none
    case .undefined, .objectID, .composite: return .none
    }
  }
}

extension Value {
  /// The value that a column is compared with; nil for values that columns cannot be compared with.
  var stored: SQLValue? {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .float(let number): .real(Double(number))
    case .string(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(Array(data))
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case .url(let url): .text(url.absoluteString)
    case .reference(let reference): .integer(reference.number)
    // The type of the column converts it to a number, if that is lossless.
    case .decimal(let number): .text(number.description)
    case .object, .none: nil
    }
  }
}
