import ManagedModel
import ModelComparison

extension SQLiteText {
  /// The default value of an attribute as Core Data stores it; nil if there is none.
  static func defaultLiteral(of attribute: Attribute) -> String? {
    switch attribute.defaultValue {
    case nil: nil
    case .integer(let value): String(value)
    case .double(let value), .date(let value): value.isFinite ? "\(value)" : nil
    case .decimal(let text): NumberText.isNumber(text) ? text : nil
    case .boolean(let value): value ? "1" : "0"
    case .string(let text), .uri(let text): literal(text)
    case .uuid(let text): "X'\(text.filter { $0 != "-" })'"
    }
  }
}
