import PredicateFormat
import SQLDriver

extension FetchTranslator {
  /// Translates a query for values of objects, or of groups of them.
  package func table(
    _ question: ValueQuery
  ) throws(FetchTranslationError) -> TableStatement {
    var parts = TableParts(translator: self, question)
    try parts.translate()
    return parts.statement
  }
}

/// Translates the parts of a query for values one after the other; each may add tables.
private struct TableParts {
  private let question: ValueQuery
  private let dialect: SQLDialect
  private let scope: FetchScope
  private var translation: ConditionTranslation
  private var columns: [TableStatement.Column] = []
  private var selection: [SQLFragment] = []
  private var condition: SQLFragment?
  private var groups: [SQLFragment] = []
  private var having: SQLFragment?
  private var order: [SQLFragment] = []

  /// Whether the keys of rows may be omitted from the groups.
  private var isLoose: Bool { dialect.features.contains(.looseGroups) }

  init(translator: FetchTranslator, _ question: ValueQuery) {
    self.question = question
    dialect = translator.layout.dialect
    var names = AliasCounter()
    scope = FetchScope(question.objects.layout, names: &names)
    translation = ConditionTranslation(translator, names: names)
  }

  mutating func translate() throws(FetchTranslationError) {
    condition = try translation.condition(of: question.objects, in: scope, isExact: true)
    for group in question.groups {
      // Objects in one table are distinguished by their keys. A number would refer to a column of the result.
      let value = try fragments(group, withNumbers: false)
      groups += isLoose ? value.fragments[..<1] : value.fragments[...]
    }
    translation.allowsAggregates = true
    for column in question.columns { try add(column) }
    if let having = question.having {
      self.having = try translation.exactCondition(having, in: scope)
    }
    try translateOrder()
  }

  private mutating func add(_ column: Expression) throws(FetchTranslationError) {
    let value = try fragments(column)
    columns.append(
      value.isObject
        ? .object(place: selection.count) : .value(place: selection.count, value.type)
    )
    selection += value.fragments
  }

  /// The columns of a value or of an object.
  private struct Value {
    var fragments: [SQLFragment]
    var type = OperandType.unknown
    var isObject = false
  }

  private mutating func fragments(
    _ expression: Expression,
    withNumbers: Bool = true
  ) throws(FetchTranslationError) -> Value {
    let operand = try translation.operand(expression, in: scope)
    guard case .object(let key, let layout) = operand else {
      let value = try operand.scalar("the result")
      let typing = translation.typing
      guard !typing.isTyped || operand.type != .unknown else {
        throw FetchTranslationError("the result has a value of an unknown type")
      }
      return Value(fragments: [typing.binary(value, operand.type)], type: operand.type)
    }
    let entity = layout.sharesTable || withNumbers ? [Self.entity(of: key, layout)] : []
    return Value(fragments: [key] + entity, isObject: true)
  }

  /// The number of the entity of an object with a given key.
  private static func entity(of key: SQLFragment, _ layout: ObjectLayout) -> SQLFragment {
    guard layout.sharesTable else { return SQLFragment("\(layout.number)") }
    let columns = layout.columns
    return "(SELECT \(columns.entityNumber()) FROM \(layout.table) WHERE \(columns.key) = " + key
      + ")"
  }

  /// Translates the order, which is total: equal rows are ordered by their keys.
  private mutating func translateOrder() throws(FetchTranslationError) {
    guard !question.objects.order.isEmpty else { return }
    for key in question.objects.order {
      if !isLoose, question.isDistinct || !groups.isEmpty {
        let value = try fragments(key.expression, withNumbers: false).fragments
        guard value.allSatisfy(question.isDistinct ? selection.contains : groups.contains) else {
          throw FetchTranslationError(
            "the sort order has a value that is not in the rows of the result"
          )
        }
      }
      let part = try translation.order(key, in: scope)
      order.append(part)
    }
    if !groups.isEmpty {
      order += groups
    } else if question.isDistinct {
      order += selection.filter { Int($0.text) == nil }
    } else if !translation.hasAggregates {
      order.append(scope.root.key)
    }
  }

  var statement: TableStatement {
    var sql = SQLFragment(question.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    sql += selection.joined(", ")
    sql += " FROM " + scope.tables
    if let condition { sql += " WHERE " + condition }
    if !groups.isEmpty { sql += " GROUP BY " + groups.joined(", ") }
    if let having { sql += " HAVING " + having }
    if !order.isEmpty { sql += " ORDER BY " + order.joined(", ") }
    return TableStatement(sql: sql + question.objects.window(dialect), columns: columns)
  }
}
