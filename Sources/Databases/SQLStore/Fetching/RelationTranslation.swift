import PredicateFormat
import SQLDriver

/// Translates a relation between two operands to SQL.
struct RelationTranslation {
  private let relation: Comparison.Relation
  private let options: Comparison.Options
  private let dialect: SQLDialect
  private let exactness: Exactness

  private var typing: OperandTyping { OperandTyping(dialect) }

  init(_ comparison: Comparison, dialect: SQLDialect, _ exactness: Exactness) {
    self.exactness = exactness
    relation = comparison.relation
    options = comparison.options
    self.dialect = dialect
  }

  private init(_ relation: Comparison.Relation, like other: Self) {
    self.relation = relation
    options = other.options
    dialect = other.dialect
    exactness = other.exactness
  }

  func condition(
    _ left: FetchOperand,
    _ right: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    switch relation {
    case .equalTo, .notEqualTo: return try equality(left, right)
    case .lessThan: return try ordered(left, "<", right)
    case .lessThanOrEqualTo: return try ordered(left, "<=", right)
    case .greaterThan: return try ordered(left, ">", right)
    case .greaterThanOrEqualTo: return try ordered(left, ">=", right)
    case .between: return try between(left, right)
    case .in: return try membership(left, in: right)
    case .contains: return try membership(right, in: left)
    case .beginsWith, .endsWith, .like, .matches:
      return try text(left, right)
    }
  }

  // MARK: Equality

  private func equality(
    _ left: FetchOperand,
    _ right: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    let negates = relation == .notEqualTo
    if case .constant(let value) = right, value.isNull { return try missing(left, negates) }
    if case .constant(let value) = left, value.isNull { return try missing(right, negates) }
    if let known = objectsKnownToDiffer(left, right) { return known }
    let pair = try typing.pair(left, right, for: "a comparison")
    if isTextual(left, right) {
      let test = try callback(.equalTo, pair, right, negates ? exactness.negated : exactness)
      return negates ? "NOT " + test : test
    }
    return typing.binary(pair.left, pair.type) + (negates ? " <> " : " = ") + pair.right
  }

  /// Whether both operands may be texts, the only values to which the options apply.
  private func isTextual(_ left: FetchOperand, _ right: FetchOperand) -> Bool {
    guard !options.subtracting(.normalized).isEmpty else { return false }
    for case .constant(.value(let value)) in [left, right] where value.kind != .text {
      return false
    }
    return true
  }

  private func missing(
    _ operand: FetchOperand,
    _ negates: Bool
  ) throws(FetchTranslationError) -> SQLFragment {
    let value: SQLFragment
    if case .opaque(let fragment, _) = operand {
      value = fragment
    } else {
      value = try operand.scalar("a comparison with nil")
    }
    return value + (negates ? " IS NOT NULL" : " IS NULL")
  }

  /// A condition that never holds, for objects of different trees of entities, which are never equal, whatever their
  /// keys; null is not different either.
  private func objectsKnownToDiffer(
    _ left: FetchOperand,
    _ right: FetchOperand
  ) -> SQLFragment? {
    var keys: [SQLFragment] = []
    switch (left, right) {
    case (.object(let key, let layout), .constant(.object(_, let entity))),
      (.constant(.object(_, let entity)), .object(let key, let layout)):
      if !layout.tableFamily.contains(entity) { keys = [key] }
    case (.object(let key, let layout), .object(let otherKey, let other)):
      if layout.root != other.root { keys = [key, otherKey] }
    case (.object(let key, _), .constant(.foreignObject)),
      (.constant(.foreignObject), .object(let key, _)):
      keys = [key]
    default: break
    }
    if keys.isEmpty { return nil }
    if relation == .equalTo { return SQLFragment("1 = 0") }
    return keys.map { $0 + " IS NOT NULL" }.joined(" AND ").parenthesized
  }

  private func ordered(
    _ left: FetchOperand,
    _ sign: String,
    _ right: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    let pair = try typing.pair(left, right, for: "a comparison")
    if isTextual(left, right) { return try callback(relation, pair, right, exactness) }
    guard dialect.types == nil || pair.type.isOrdered else {
      throw FetchTranslationError("a comparison has values without an order")
    }
    return typing.binary(pair.left, pair.type) + " \(sign) " + pair.right
  }

  private func between(
    _ value: FetchOperand,
    _ bounds: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    guard let bounds = bounds.elements, bounds.count == 2 else {
      throw FetchTranslationError("BETWEEN requires two values")
    }
    let lower = try Self(.greaterThanOrEqualTo, like: self).condition(value, bounds[0])
    let upper = try Self(.lessThanOrEqualTo, like: self).condition(value, bounds[1])
    return (lower + " AND " + upper).parenthesized
  }

  // MARK: Membership

  private func membership(
    _ element: FetchOperand,
    in collection: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    if case .collection(let rows) = collection {
      let test = try Self(.equalTo, like: self).condition(rows.element, element)
      return "EXISTS " + rows.selection(SQLFragment("1"), where: test)
    }
    guard let elements = collection.elements else {
      return try text(collection, element)
    }
    if case .object(let key, let layout) = element {
      return try keys(key, layout, among: elements)
    }
    if !options.subtracting(.normalized).isEmpty {
      var tests: [SQLFragment] = []
      for other in elements {
        tests.append(try Self(.equalTo, like: self).condition(element, other).parenthesized)
      }
      return tests.isEmpty ? SQLFragment("1 = 0") : tests.balanced(" OR ").parenthesized
    }
    var value: SQLFragment?
    var values: [SQLFragment] = []
    for other in elements {
      let pair = try typing.pair(element, other, for: "IN")
      let left = typing.binary(pair.left, pair.type)
      guard value == nil || value == left else {
        throw FetchTranslationError("IN has values of different types")
      }
      value = left
      values.append(pair.right)
    }
    return try list(value ?? SQLFragment("NULL"), values)
  }

  private func keys(
    _ key: SQLFragment,
    _ layout: ObjectLayout,
    among elements: [FetchOperand]
  ) throws(FetchTranslationError) -> SQLFragment {
    var values: [SQLFragment] = []
    for element in elements {
      switch element {
      case .constant(.foreignObject): continue
      case .constant(.object(let key, let entity)):
        if layout.tableFamily.contains(entity) {
          values.append(typing.parameter(.integer(key), as: .integer))
        }
      case .object(let other, let its):
        if its.root == layout.root { values.append(other) }
      case .constant(.value(.integer)), .value(_, .integer):
        values.append(try element.scalar("IN"))
      default:
        if dialect.types != nil {
          throw FetchTranslationError("IN has a value that is not an object")
        }
        values.append(try element.scalar("IN"))
      }
    }
    return try list(key, values)
  }

  private func list(
    _ value: SQLFragment,
    _ values: [SQLFragment]
  ) throws(FetchTranslationError) -> SQLFragment {
    if values.isEmpty { return SQLFragment("1 = 0") }
    if values.count > 500, let query = dialect.jsonValues, let text = JSONList.text(of: values) {
      return value + " IN (" + SQLFragment(query, [.text(text)]) + ")"
    }
    guard values.count <= dialect.maximumParameters / 2 else {
      throw FetchTranslationError("IN has \(values.count) values, which are too many")
    }
    return value + " IN (" + values.joined(", ") + ")"
  }

  // MARK: Texts

  private func text(
    _ text: FetchOperand,
    _ known: FetchOperand
  ) throws(FetchTranslationError) -> SQLFragment {
    let relation: Comparison.Relation = self.relation == .in ? .contains : self.relation
    let pair = try typing.pair(text, known, for: relation.word)
    guard dialect.types == nil || pair.type == .text else {
      throw FetchTranslationError("\(relation.word) has values that are not texts")
    }
    let left = typing.binary(pair.left, pair.type)
    if options.subtracting(.normalized).isEmpty,
      case .constant(.value(.text(let text))) = known, !text.isEmpty,
      text.utf8.allSatisfy({ $0 > 0 && $0 < 0x7F })
    {
      // In a form that can use an index.
      if relation == .beginsWith, let end = Self.end(ofPrefix: text) {
        return
          (left + " >= " + typing.parameter(.text(text), as: .text) + " AND " + left + " < "
          + typing.parameter(.text(end), as: .text)).parenthesized
      }
      if relation == .contains {
        return "\(dialect.textSearch)(" + left + ", "
          + typing.parameter(.text(text), as: .text) + ") > 0"
      }
    }
    return try callback(relation, pair, known, exactness)
  }

  /// The first text after all those that begin with a prefix of ASCII.
  private static func end(ofPrefix prefix: String) -> String? {
    var bytes = Array(prefix.utf8)
    guard let last = bytes.popLast() else { return nil }
    bytes.append(last + 1)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A comparison by a function of the program, or an approximation that the database can evaluate.
  private func callback(
    _ relation: Comparison.Relation,
    _ pair: OperandTyping.Pair,
    _ known: FetchOperand,
    _ exactness: Exactness
  ) throws(FetchTranslationError) -> SQLFragment {
    if dialect.features.contains(.programFunctions) {
      return "\(StoreCallback.text.rawValue)(\(relation.rawValue), \(options.rawValue), "
        + pair.left + ", " + pair.right + ")"
    }
    if pair.type == .text, case .constant(.value(.text(let text))) = known,
      let narrowing = TextNarrowing(relation, options, exactness, typing)
    {
      return narrowing.condition(pair.left, text)
    }
    throw FetchTranslationError("\(relation.word) has no counterpart in this database")
  }
}

extension Comparison.Relation {
  fileprivate var word: String {
    switch self {
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    case .contains, .in: "CONTAINS"
    default: "a comparison"
    }
  }
}

extension FetchOperand {
  /// The elements of a list.
  fileprivate var elements: [FetchOperand]? {
    switch self {
    case .constant(.list(let values)): values.map(FetchOperand.constant)
    case .list(let operands): operands
    default: nil
    }
  }
}

/// Many values in one parameter.
private enum JSONList {
  /// A JSON array of the values, if all are integers or all are texts.
  ///
  /// SQLite ends a text of JSON at U+0000, so texts that contain it are excluded.
  static func text(of values: [SQLFragment]) -> String? {
    var parts: [String] = []
    var kind: SQLKind?
    for fragment in values {
      guard fragment.text == "?", let value = fragment.values.first else { return nil }
      if let kind, kind != value.kind { return nil }
      kind = value.kind
      switch value {
      case .integer(let number): parts.append(String(number))
      case .text(let text) where !text.utf8.contains(0): parts.append(quoted(text))
      default: return nil
      }
    }
    return "[" + parts.joined(separator: ",") + "]"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
