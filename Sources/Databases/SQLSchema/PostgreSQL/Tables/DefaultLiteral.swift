import Diagnostics
import ManagedModel
import SQLDriver

/// The literal of an attribute's default value.
enum DefaultLiteral {
  enum Failure: Error {
    case outOfRange
    case nulCharacter

    var explanation: String {
      switch self {
      case .outOfRange: "does not fit its type"
      case .nulCharacter: "contains a null character, which PostgreSQL cannot store"
      }
    }
  }

  static func literal(of attribute: Attribute) throws(Failure) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    switch value {
    case .integer(let integer): return try self.integer(integer, attribute.type)
    case .double(let double):
      guard attribute.type == .float else { return "\(double)" }
      let float = Float(double)
      guard float.isFinite else { throw .outOfRange }
      return "\(float)"
    case .decimal(let text):
      guard NumberText.isNumber(text) else { return nil }
      return text
    case .boolean(let boolean): return PostgreSQLText.dialect.booleanLiteral(boolean)
    case .date(let seconds):
      guard let literal = PostgreSQLText.timestamp(seconds) else { throw .outOfRange }
      return literal
    case .string(let text), .uri(let text), .uuid(let text):
      guard let literal = PostgreSQLText.literal(text) else { throw .nulCharacter }
      return literal
    }
  }

  private static func integer(_ value: Int64, _ type: AttributeType) throws(Failure) -> String {
    let fits =
      switch type {
      case .integer16: Int16(exactly: value) != nil
      case .integer32: Int32(exactly: value) != nil
      default: true
      }
    guard fits else { throw .outOfRange }
    return String(value)
  }
}
