import Foundation
import PredicateFormat
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver

/// The functions and collations that statements and triggers of a store use.
enum SQLiteFunctions {
  static func register(on connection: SQLiteConnection) throws {
    try registerTriggerFunctions(on: connection)
    try registerPredicateFunctions(on: connection)
    for collation in StoreCollation.allCases {
      try connection.register(collation: collation.rawValue) { left, right in
        order(collation, left, right).rawValue
      }
    }
  }

  private static func registerTriggerFunctions(on connection: SQLiteConnection) throws {
    for function in StoreFunction.allCases {
      try connection.register(
        function: function.rawValue,
        argumentCount: Int32(function.argumentCount)
      ) { arguments in
        switch function {
        case .derivedOnInsertion, .derivedOnUpdate: .null
        case .now: .real(Date().timeIntervalSinceReferenceDate)
        case .canonical: called("canonical:", arguments)
        case .lowercase: called("lowercase:", arguments)
        case .uppercase: called("uppercase:", arguments)
        }
      }
    }
  }

  private static func registerPredicateFunctions(on connection: SQLiteConnection) throws {
    let relations = RelationCache()
    try connection.register(
      function: StoreCallback.text.rawValue,
      argumentCount: 4,
      isDeterministic: true
    ) { arguments in
      guard case .integer(let relation) = arguments[0], case .integer(let options) = arguments[1],
        arguments[2] != .null, arguments[3] != .null,
        let test = relations.relation(Int(relation), Int(options))
      else { return .null }
      let holds = test.holds(PredicateValue(arguments[2]), PredicateValue(arguments[3]))
      return .integer(holds ? 1 : 0)
    }
    try connection.register(function: StoreCallback.function.rawValue) { arguments in
      guard case .text(let selector)? = arguments.first else { return .null }
      return called(selector, Array(arguments.dropFirst()))
    }
  }

  private static func called(_ selector: String, _ arguments: [SQLValue]) -> SQLValue {
    let values = arguments.map { PredicateValue($0) }
    if let operation = ArithmeticOperator(selector: selector), values.count == 2 {
      return values[0].calculated(operation, values[1]).stored
    }
    return BuiltInFunction(selector)?.value(values).stored ?? .null
  }

  private static func order(
    _ collation: StoreCollation,
    _ left: String,
    _ right: String
  ) -> ComparisonResult {
    switch collation {
    case .caseInsensitive: left.caseInsensitiveCompare(right)
    case .localized: left.localizedCompare(right)
    case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    }
  }
}

/// A cache of the relations in statements, with their compiled patterns.
private final class RelationCache {
  private var relations: [Int: Relation] = [:]

  func relation(_ relation: Int, _ options: Int) -> Relation? {
    let key = relation << 8 | (options & 0xFF)
    if let known = relations[key] { return known }
    guard let kind = ComparisonNode.Relation(rawValue: relation) else { return nil }
    let made = Relation(kind, ComparisonNode.Options(rawValue: options))
    relations[key] = made
    return made
  }
}

extension PredicateValue {
  /// Converts a value from a database.
  init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .string(text)
    case .blob(let bytes): self = .data(Data(bytes))
    }
  }

  /// Converts a value for a database.
  var stored: SQLValue {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .decimal(let number): .real(number.nearestDouble)
    case .string(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(Array(data))
    case .id(let id): .blob(id.storedBytes)
    case .other(let value): (value as? URL).map { .text($0.absoluteString) } ?? .null
    case .null, .collection, .object: .null
    }
  }
}

extension UUID {
  /// The 16 bytes in order.
  var storedBytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
