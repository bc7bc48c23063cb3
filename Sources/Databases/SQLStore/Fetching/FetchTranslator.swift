import PredicateFormat
import SQLDriver

/// Translates queries to statements.
///
/// A condition becomes a condition of SQL with SQL's meaning of null: for a missing value neither `x == 1` nor `x !=
/// 1` holds. To-one steps become outer joins, to-many steps subqueries; every value is a parameter. A part without a
/// counterpart in SQL is an error that names it.
package struct FetchTranslator {
  let layout: StoreLayout

  /// Finds the value of an expression that refers to no object.
  let constant: (Expression) -> FetchValue?

  package init(_ layout: StoreLayout, constant: @escaping (Expression) -> FetchValue?) {
    self.layout = layout
    self.constant = constant
  }

  /// Returns a statement for columns of the objects, in their order.
  ///
  /// The closure receives the alias of the objects' table and returns the columns.
  func selection(
    _ question: ObjectQuery,
    columns: (_ alias: String) -> String
  ) throws(FetchTranslationError) -> SQLFragment {
    var names = AliasCounter()
    let scope = FetchScope(question.layout, names: &names)
    var translation = ConditionTranslation(self, names: names)
    let condition = try translation.condition(of: question, in: scope, isExact: question.hasWindow)
    var order: [SQLFragment] = []
    for key in question.order { order.append(try translation.order(key, in: scope)) }
    // Makes the order of equal objects deterministic.
    if !order.isEmpty { order.append(scope.root.key) }
    var statement = SQLFragment("SELECT \(columns(scope.root.alias)) FROM ") + scope.tables
    if let condition { statement += " WHERE " + condition }
    if !order.isEmpty { statement += " ORDER BY " + order.joined(", ") }
    return statement + question.window(layout.dialect)
  }

  /// Returns a statement for the number of objects.
  func count(_ question: ObjectQuery) throws(FetchTranslationError) -> SQLFragment {
    if question.hasWindow {
      var question = question
      question.order = []
      let key = question.layout.columns.key
      let inner = try selection(question) { "\($0).\(key)" }
      return "SELECT COUNT(*) FROM (" + inner + ") found"
    }
    var names = AliasCounter()
    let scope = FetchScope(question.layout, names: &names)
    var translation = ConditionTranslation(self, names: names)
    let condition = try translation.condition(of: question, in: scope, isExact: true)
    var statement = "SELECT COUNT(*) FROM " + scope.tables
    if let condition { statement += " WHERE " + condition }
    return statement
  }

  /// The condition for the objects of an entity, if the table has others too.
  ///
  /// If it has to be exact, rows of entities that do not belong into the table are excluded as well.
  static func entityCondition(
    _ layout: ObjectLayout,
    includesSubentities: Bool,
    alias: String,
    isExact: Bool
  ) -> String? {
    let wanted = includesSubentities ? layout.family : layout.number...layout.number
    if wanted == layout.tableFamily, !isExact || !layout.columns.readsEntityNumber { return nil }
    let column = layout.columns.entityNumber(of: alias)
    if wanted.count == 1 { return "\(column) = \(wanted.lowerBound)" }
    return "\(column) BETWEEN \(wanted.lowerBound) AND \(wanted.upperBound)"
  }
}

extension ConditionTranslation {
  /// Translates the condition for the objects of a query.
  ///
  /// It has to be exact if results are not filtered in memory.
  mutating func condition(
    of question: ObjectQuery,
    in scope: FetchScope,
    isExact: Bool
  ) throws(FetchTranslationError) -> SQLFragment? {
    var parts: [SQLFragment] = []
    // Rows of unknown entities, which only damage or other programs leave in a table, are skipped when rows are read.
    // In a window they would count. Counts and aggregates exclude them only if there are any: the condition makes the
    // database read all rows instead of an index, and hardly any store has such rows.
    if let entity = FetchTranslator.entityCondition(
      question.layout,
      includesSubentities: question.includesSubentities,
      alias: scope.root.alias,
      isExact: question.hasWindow || question.excludesStrays
    ) {
      parts.append(SQLFragment(entity))
    }
    if let predicate = question.predicate, predicate != .constant(true) {
      parts.append(
        try isExact
          ? exactCondition(predicate, in: scope).parenthesized
          : condition(predicate, in: scope).parenthesized
      )
    }
    return parts.isEmpty ? nil : parts.joined(" AND ")
  }

  /// Translates a sort key; null comes first in ascending order.
  mutating func order(
    _ key: FetchOrder,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> SQLFragment {
    let dialect = translator.layout.dialect
    let operand = try operand(key.expression, in: scope)
    var part = try operand.sorting()
    if let collation = key.collation {
      guard dialect.features.contains(.programFunctions) else {
        throw FetchTranslationError("the order \(collation) has no counterpart in this database")
      }
      part += " COLLATE \(collation.rawValue)"
    } else if dialect.types != nil, operand.type == .unknown {
      throw FetchTranslationError("the sort order has values of an unknown type")
    }
    part = typing.binary(part, operand.type)
    return part + (key.isAscending ? dialect.directions.ascending : dialect.directions.descending)
  }
}

extension ObjectQuery {
  /// Whether the query has a limit or an offset.
  fileprivate var hasWindow: Bool { limit > 0 || offset > 0 }

  /// The clause with the limit and the offset.
  func window(_ dialect: SQLDialect) -> SQLFragment {
    var window = SQLFragment("")
    if limit > 0 {
      window += " LIMIT " + .value(.integer(Int64(limit)))
    } else if offset > 0, !dialect.unlimited.isEmpty {
      window += " " + dialect.unlimited
    }
    if offset > 0 { window += " OFFSET " + .value(.integer(Int64(offset))) }
    return window
  }
}

/// Generates unique aliases for the tables of a statement.
struct AliasCounter {
  private var count = 0

  mutating func next() -> String {
    defer { count += 1 }
    return "t\(count)"
  }
}
