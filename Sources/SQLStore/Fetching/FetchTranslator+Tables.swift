import PredicateFormat
import SQLDriver

extension FetchTranslator {
  /// A statement for values of objects, or of groups of them.
  package func table(
    _ question: TableQuestion
  ) throws(FetchTranslationError) -> TableStatement {
    var parts = TableParts(translator: self, question)
    try parts.translate()
    return parts.statement
  }
}

/// Translates the parts of a statement for values one after the other; each may add tables.
private struct TableParts {
  private let question: TableQuestion
  private let dialect: SQLDialect
  private let scope: FetchScope
  private var translation: ConditionTranslation
  private var columns: [TableStatement.Column] = []
  private var selection: [SQLFragment] = []
  private var condition: SQLFragment?
  private var groups: [SQLFragment] = []
  private var having: SQLFragment?
  private var order: [SQLFragment] = []

  init(translator: FetchTranslator, _ question: TableQuestion) {
    self.question = question
    dialect = translator.layout.dialect
    var names = AliasCounter()
    scope = FetchScope(question.objects.layout, names: &names)
    translation = ConditionTranslation(translator, names: names)
  }

  mutating func translate() throws(FetchTranslationError) {
    condition = try translation.condition(of: question.objects, in: scope)
    for group in question.groups {
      // Objects in one table are told apart by their keys.
      let value = try fragments(group)
      groups += value.fragments.prefix(1)
    }
    translation.allowsAggregates = true
    for column in question.columns { try add(column) }
    if let having = question.having { self.having = try translation.condition(having, in: scope) }
    try translateOrder()
  }

  private mutating func add(_ column: Expression) throws(FetchTranslationError) {
    let value = try fragments(column)
    columns.append(
      value.isObject ? .object(place: selection.count) : .value(place: selection.count)
    )
    selection += value.fragments
  }

  private mutating func fragments(
    _ expression: Expression
  ) throws(FetchTranslationError) -> (fragments: [SQLFragment], isObject: Bool) {
    let operand = try translation.operand(expression, in: scope)
    guard case .object(let key, let layout) = operand else {
      return ([try operand.scalar("the result")], false)
    }
    return ([key, Self.entity(of: key, layout)], true)
  }

  /// The number of the entity of an object that is known by its key.
  private static func entity(of key: SQLFragment, _ layout: ObjectLayout) -> SQLFragment {
    guard layout.sharesTable else { return SQLFragment("\(layout.number)") }
    let columns = layout.columns
    return "(SELECT \(columns.entityNumber) FROM \(layout.table) WHERE \(columns.key) = " + key
      + ")"
  }

  /// The order, which is the same one every time: equal rows follow what tells them apart.
  private mutating func translateOrder() throws(FetchTranslationError) {
    guard !question.objects.order.isEmpty else { return }
    for key in question.objects.order {
      let part = try translation.order(key, in: scope)
      order.append(part)
    }
    if !groups.isEmpty {
      order += groups
    } else if question.isDistinct {
      order += selection
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
