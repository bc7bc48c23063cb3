import SQLDriver

/// Converts operands to a common type in a database that only compares values of one type.
///
/// Operands without a common type are an error of the translation. In a database of dynamic types, operands stay as
/// they are.
struct OperandTyping {
  private let dialect: SQLDialect

  init(_ dialect: SQLDialect) { self.dialect = dialect }

  /// Whether values of different types cannot be compared.
  var isTyped: Bool { dialect.types != nil }

  /// Two operands that can be compared.
  struct Pair {
    var left: SQLFragment
    var right: SQLFragment
    var type: OperandType
  }

  /// Two operands in their common type.
  func pair(
    _ left: FetchOperand,
    _ right: FetchOperand,
    for use: String
  ) throws(FetchTranslationError) -> Pair {
    guard let names = dialect.types else {
      return Pair(left: try left.scalar(use), right: try right.scalar(use), type: .unknown)
    }
    let type = try common(left, right, for: use)
    return Pair(
      left: try operand(left, as: type, names, use),
      right: try operand(right, as: type, names, use),
      type: type
    )
  }

  /// A value that compares in byte order if it is a text.
  func binary(_ fragment: SQLFragment, _ type: OperandType) -> SQLFragment {
    guard dialect.types != nil, type == .text else { return fragment }
    return fragment + " COLLATE " + collation
  }

  private var collation: String {
    dialect.identifierQuotes.open + dialect.binaryCollation + dialect.identifierQuotes.close
  }

  /// A parameter of a type.
  func parameter(_ value: SQLValue, as type: OperandType) -> SQLFragment {
    guard let name = dialect.types?[type] else { return .value(value) }
    return SQLFragment("?::" + name, [value])
  }

  /// A value in another type.
  func cast(_ fragment: SQLFragment, to type: OperandType) -> SQLFragment {
    guard let name = dialect.types?[type] else { return fragment }
    return "CAST(" + fragment + " AS \(name))"
  }

  // MARK: Common types

  private func common(
    _ left: FetchOperand,
    _ right: FetchOperand,
    for use: String
  ) throws(FetchTranslationError) -> OperandType {
    let types = (try type(left, use), try type(right, use))
    switch (types.0, types.1) {
    case (.fixed(let type), .fixed(let other)):
      if let type = Self.common(type, other) { return type }
    case (.fixed(let type), .constant(let value)), (.constant(let value), .fixed(let type)):
      if let type = Self.type(of: value, besides: type) { return type }
    case (.constant(let value), .constant(let other)):
      let type = Self.type(of: value)
      if type != .unknown, type == Self.type(of: other) { return type }
    }
    throw FetchTranslationError("\(use) has values of different types")
  }

  private enum Known {
    case fixed(OperandType)
    case constant(SQLValue)
  }

  private func type(
    _ operand: FetchOperand,
    _ use: String
  ) throws(FetchTranslationError) -> Known {
    switch operand {
    case .value(_, let type): return .fixed(type)
    case .object, .constant(.object): return .fixed(.integer)
    case .constant(.value(let value)): return .constant(value)
    case .constant, .collection, .list, .opaque:
      _ = try operand.scalar(use)
      return .fixed(.unknown)
    }
  }

  private static func common(_ type: OperandType, _ other: OperandType) -> OperandType? {
    if type == other { return type == .unknown ? nil : type }
    guard type.isNumber, other.isNumber else { return nil }
    return type == .real || other == .real ? .real : .decimal
  }

  /// The type in which a constant is compared with values of another type; nil if it cannot be.
  private static func type(of constant: SQLValue, besides type: OperandType) -> OperandType? {
    switch (type, constant) {
    case (.boolean, .integer(0...1)), (.integer, .integer), (.real, .integer), (.real, .real),
      (.decimal, .integer), (.decimal, .real):
      return type
    case (.integer, .real): return .real
    case (.text, .text(let text)): return text.utf8.contains(0) ? nil : .text
    case (.date, .integer(let seconds)): return isDate(Double(seconds)) ? .date : nil
    case (.date, .real(let seconds)): return isDate(seconds) ? .date : nil
    case (.uuid, .blob(let bytes)): return bytes.count == 16 ? .uuid : nil
    case (.bytes, .blob): return .bytes
    default: return nil
    }
  }

  private static func type(of constant: SQLValue) -> OperandType {
    switch constant {
    case .integer: .integer
    case .real: .real
    case .text(let text): text.utf8.contains(0) ? .unknown : .text
    case .null, .blob: .unknown
    }
  }

  /// Whether a time, in seconds since 2001, is one that every database supports: from 4700 BC to 6000 years from now.
  private static func isDate(_ seconds: Double) -> Bool { abs(seconds) < 2e11 }

  private func operand(
    _ operand: FetchOperand,
    as type: OperandType,
    _ names: SQLTypeNames,
    _ use: String
  ) throws(FetchTranslationError) -> SQLFragment {
    switch operand {
    case .constant(.value(let value)): return parameter(value, as: type)
    case .constant(.object(let key, _)): return parameter(.integer(key), as: type)
    default:
      let fragment = try operand.scalar(use)
      // Numbers that are stored with fewer bytes are cast to the type of parameters.
      return type == .real || operand.type != type ? cast(fragment, to: type) : fragment
    }
  }
}

extension SQLValue {
  /// Whether some types of columns cannot represent the value, so that its statement may be a different one.
  var isUnusual: Bool {
    switch self {
    case .null: false
    case .integer(let number): number != 0 && number != 1
    case .real(let number): !(abs(number) < 2e11)
    case .text(let text): text.utf8.contains(0)
    case .blob(let bytes): bytes.count != 16
    }
  }
}
