import ManagedModel
import SQLDriver

/// The type of the values of an operand.
package enum OperandType: Sendable, Hashable {
  case boolean
  case integer
  case real
  case decimal
  case text
  case date
  case uuid
  case bytes

  /// Not known, or not comparable.
  case unknown

  init(_ type: AttributeType) {
    self =
      switch type {
      case .boolean: .boolean
      case .integer16, .integer32, .integer64: .integer
      case .double, .float: .real
      case .decimal: .decimal
      case .string, .uri: .text
      case .date: .date
      case .uuid: .uuid
      case .binary: .bytes
      case .transformable, .undefined, .objectID, .composite: .unknown
      }
  }

  var isNumber: Bool { self == .integer || self == .real || self == .decimal }

  /// Whether the values have an order.
  var isOrdered: Bool { isNumber || self == .text || self == .date || self == .boolean }
}

extension SQLTypeNames {
  subscript(type: OperandType) -> String? {
    switch type {
    case .boolean: boolean
    case .integer: integer
    case .real: real
    case .decimal: decimal
    case .text: text
    case .date: date
    case .uuid: uuid
    case .bytes: bytes
    case .unknown: nil
    }
  }
}
