import SQLDriver

/// The SQL translation of an expression.
indirect enum FetchOperand {
  /// A value and its type.
  case value(SQLFragment, OperandType)
  case constant(FetchValue)
  /// An object, by its key.
  case object(SQLFragment, ObjectLayout)
  case collection(FetchCollection)
  /// Several expressions in braces.
  case list([FetchOperand])
  /// A value that cannot be compared, but may be null; the text describes it.
  case opaque(SQLFragment, String)

  /// The operand as a value for sorting and calculations.
  func scalar(_ use: String) throws(FetchTranslationError) -> SQLFragment {
    switch self {
    case .value(let fragment, _): return fragment
    case .object(let key, _): return key
    case .constant(.value(let value)): return .value(value)
    case .constant(.object(let key, _)): return .value(.integer(key))
    case .constant(.foreignObject):
      throw FetchTranslationError("\(use) has an object that is not in this store")
    case .constant(.unsupported(let name)):
      throw FetchTranslationError("\(use) has \(name), which databases do not support")
    case .constant(.list), .list:
      throw FetchTranslationError("\(use) has a list where one value is required")
    case .collection(let collection):
      throw FetchTranslationError(
        "\(use) has the to-many key path \(collection.path) where one value is required"
      )
    case .opaque(_, let name): throw FetchTranslationError("\(use) has \(name)")
    }
  }

  func sorting() throws(FetchTranslationError) -> SQLFragment { try scalar("the sort order") }

  /// The type of the values; unknown for constants and for operands other than values.
  var type: OperandType {
    switch self {
    case .value(_, let type): type
    case .object: .integer
    case .constant, .collection, .list, .opaque: .unknown
    }
  }
}

/// The rows that a to-many key path leads to, and the value of each.
struct FetchCollection {
  /// The key path, for errors.
  var path: String

  let scope: FetchScope

  /// The conditions that select the rows of the object.
  var conditions: [SQLFragment]

  /// The objects of the rows, from which the path may continue.
  var source: FetchScope.Source

  /// The value of each row.
  var element: FetchOperand

  /// A subquery for a result over all rows.
  func selection(_ result: SQLFragment, where more: SQLFragment? = nil) -> SQLFragment {
    let all = conditions + (more.map { [$0.parenthesized] } ?? [])
    return "(SELECT " + result + " FROM " + scope.tables + " WHERE " + all.joined(" AND ") + ")"
  }
}
