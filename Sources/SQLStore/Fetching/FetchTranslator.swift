import PredicateFormat
import SQLDriver

/// Turns questions into statements.
///
/// A condition becomes a condition of SQL with SQL's meaning of null: where a value is missing, neither
/// `x == 1` nor `x != 1` holds. To-one steps become outer joins, to-many steps subqueries; every value is a
/// parameter. What has no counterpart in SQL is an error that names it.
package struct FetchTranslator {
  let layout: StoreLayout

  /// Finds the value of an expression that refers to no object.
  let constant: (Expression) -> FetchValue?

  package init(_ layout: StoreLayout, constant: @escaping (Expression) -> FetchValue?) {
    self.layout = layout
    self.constant = constant
  }

  /// A statement for columns of the objects, in their order.
  ///
  /// The columns are asked for with the name under which the statement knows the objects' table.
  package func selection(
    _ question: FetchQuestion,
    columns: (_ alias: String) -> String
  ) throws(FetchTranslationError) -> SQLFragment {
    var names = AliasCounter()
    let scope = FetchScope(question.layout, names: &names)
    let condition = try condition(question, in: scope, &names)
    let order = try order(question, in: scope, &names)
    var statement = SQLFragment("SELECT \(columns(scope.root.alias)) FROM ") + scope.tables
    if let condition { statement += " WHERE " + condition }
    if let order { statement += " ORDER BY " + order }
    if question.limit > 0 {
      statement += " LIMIT " + .value(.integer(Int64(question.limit)))
    } else if question.offset > 0 {
      statement += " LIMIT -1"
    }
    if question.offset > 0 {
      statement += " OFFSET " + .value(.integer(Int64(question.offset)))
    }
    return statement
  }

  /// A statement for the number of objects.
  package func count(_ question: FetchQuestion) throws(FetchTranslationError) -> SQLFragment {
    if question.offset > 0 || question.limit > 0 {
      var question = question
      question.order = []
      let key = question.layout.columns.key
      let inner = try selection(question) { "\($0).\(key)" }
      return "SELECT COUNT(*) FROM (" + inner + ")"
    }
    var names = AliasCounter()
    let scope = FetchScope(question.layout, names: &names)
    let condition = try condition(question, in: scope, &names)
    var statement = "SELECT COUNT(*) FROM " + scope.tables
    if let condition { statement += " WHERE " + condition }
    return statement
  }

  private func condition(
    _ question: FetchQuestion,
    in scope: FetchScope,
    _ names: inout AliasCounter
  ) throws(FetchTranslationError) -> SQLFragment? {
    var parts: [SQLFragment] = []
    if let entity = Self.entityCondition(
      question.layout,
      includesSubentities: question.includesSubentities,
      alias: scope.root.alias
    ) {
      parts.append(SQLFragment(entity))
    }
    if let predicate = question.predicate, predicate != .constant(true) {
      var translation = ConditionTranslation(self, names: names)
      parts.append(try translation.condition(predicate, in: scope).parenthesized)
      names = translation.names
    }
    return parts.isEmpty ? nil : parts.joined(" AND ")
  }

  /// What tells the objects of an entity from others in the table.
  static func entityCondition(
    _ layout: ObjectLayout,
    includesSubentities: Bool,
    alias: String
  ) -> String? {
    let wanted = includesSubentities ? layout.family : layout.number...layout.number
    if wanted == layout.tableFamily { return nil }
    let column = "\(alias).\(layout.columns.entityNumber)"
    if wanted.count == 1 { return "\(column) = \(wanted.lowerBound)" }
    return "\(column) BETWEEN \(wanted.lowerBound) AND \(wanted.upperBound)"
  }

  /// A missing value comes first in ascending order, which is what SQLite does by itself.
  private func order(
    _ question: FetchQuestion,
    in scope: FetchScope,
    _ names: inout AliasCounter
  ) throws(FetchTranslationError) -> SQLFragment? {
    guard !question.order.isEmpty else { return nil }
    var parts: [SQLFragment] = []
    for key in question.order {
      var translation = ConditionTranslation(self, names: names)
      var part = try translation.operand(key.expression, in: scope).sorting()
      names = translation.names
      if let collation = key.collation { part += " COLLATE \(collation.rawValue)" }
      parts.append(part + (key.isAscending ? "" : " DESC"))
    }
    // Equal objects come in the same order every time.
    parts.append(SQLFragment("\(scope.root.alias).\(question.layout.columns.key)"))
    return parts.joined(", ")
  }
}

/// Gives the tables of a statement names of their own.
struct AliasCounter {
  private var count = 0

  mutating func next() -> String {
    defer { count += 1 }
    return "t\(count)"
  }
}
