import ObjectRows
import PredicateFormat
import SQLDriver

/// The objects that a query finds.
package struct FetchedRows {
  package var references: [Reference]

  /// The row of each object, if it was read; nil if none was.
  package var rows: RowList?

  /// Whether these are exactly the objects that match the query, rather than a superset.
  package var isExact = true

  package init(references: [Reference], rows: RowList? = nil) {
    self.references = references
    self.rows = rows
  }
}

/// The values of the expressions in a query that refer to no object of the store.
package typealias FetchConstants = (Expression) -> FetchValue?

extension StoreEngine {
  /// Returns the objects that match a query, with their rows; a superset if the database cannot decide whether the
  /// condition holds for some.
  package func rows(
    of question: ObjectQuery,
    _ constants: FetchConstants
  ) throws -> FetchedRows {
    let plan = try plan(.rows, question, constants)
    guard let rows = plan.rows else { return FetchedRows(references: []) }
    var found: FetchedRows
    if rows.expectsCachedRows, let known = try cachedRows(of: question, constants) {
      found = known
    } else {
      rows.begin()
      found = try rows.readAll()
    }
    found.isExact = plan.isExact
    // A scan of so many rows fills the page cache with pages that are rarely needed again.
    if found.references.count > Self.manyRows { connection.releaseMemory() }
    return found
  }

  /// Returns the objects that match a query as ``rows(of:_:)`` does, reading only the versions of rows that are cached.
  ///
  /// Reading the values of a row takes as long as all else that fetching a cached one takes. Returns nil if the cache
  /// lacks many of the rows, or the database cannot read these meanwhile.
  private func cachedRows(
    of question: ObjectQuery,
    _ constants: FetchConstants
  ) throws -> FetchedRows? {
    guard layout.dialect.features.contains(.nestedStatements),
      let versions = try plan(.versions, question, constants).rows
    else { return nil }
    versions.begin()
    return try versions.readCached()
  }

  /// The number of rows beyond which a fetch frees the memory of the pages that it has read.
  private static let manyRows = 20_000

  /// Returns the objects that match a query.
  package func references(
    of question: ObjectQuery,
    _ constants: FetchConstants
  ) throws -> [Reference] {
    let plan = try plan(.identities, question, constants)
    guard plan.isExact else {
      throw FetchTranslationError("the database cannot evaluate the condition exactly")
    }
    defer { plan.statement.reset() }
    return try references(in: plan.statement, question.layout.tableFamily)
  }

  /// The objects of all rows of a statement with the columns of the key and of the entity's number.
  ///
  /// - Parameters:
  ///   - statement: The statement, with its parameters.
  ///   - family: The entities of the table; rows of others belong to no object.
  ///   - number: The entity of all rows, of a statement without the second column.
  /// - Returns: The objects, in the order of the rows.
  /// - Throws: An error of the database; ``StoreError/corrupt(_:)`` for a key that no object can have.
  func references(
    in statement: SQLStatement,
    _ family: ClosedRange<Int>,
    _ number: Int? = nil
  ) throws -> [Reference] {
    var found: [Reference] = []
    while try statement.step() {
      let key = statement.integer(at: 0)
      let entity = number ?? Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = family.contains(entity) ? entities.reference(key, entity) : .none
      if reference.isNone {
        try RowSequence.leaveOut(key, of: cache)
      } else {
        found.append(reference)
      }
    }
    return found
  }

  /// Returns the number of objects that match a query.
  package func count(of question: ObjectQuery, _ constants: FetchConstants) throws -> Int {
    let statement = try plan(.count, question, constants).statement
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// Calls `body` with the statement at each row of a result.
  package func forEachRow(
    of table: TableStatement,
    _ body: (SQLStatement) throws -> Void
  ) throws {
    let statement = try prepared(table.sql)
    defer { statement.reset() }
    while try statement.step() { try body(statement) }
  }

  private func prepared(_ fragment: SQLFragment) throws -> SQLStatement {
    let statement = try connection.cached(marked: fragment.text)
    try statement.bind(fragment.values)
    return statement
  }

  /// The statement for a query, with its parameters bound.
  ///
  /// Translating a query, looking up its statement by the text and preparing the reader of its rows takes some 10
  /// microseconds, as long as an index takes to find a few dozen rows.
  private func plan(
    _ result: PreparedQueries.Result,
    _ question: ObjectQuery,
    _ constants: FetchConstants
  ) throws -> FetchPlan {
    func make() throws -> (plan: FetchPlan, values: [SQLValue]) {
      try withoutActuallyEscaping(constants) { constants in
        try makePlan(result, question, FetchTranslator(layout, constant: constants))
      }
    }
    var values = plans.takeSpareValues()
    guard
      let fingerprint = question.fingerprint(result, isTyped: isTyped, constant: constants, &values)
    else { return try make().plan }
    // A statement may be in use if a reader of its rows runs the same query.
    if let known = plans.plan(for: fingerprint), try known.statement.bindIfIdle(values) {
      if let rows = known.rows { rows.noteParameters(values) } else { plans.give(values) }
      return known
    }
    let (plan, translated) = try make()
    if translated == values {
      plan.rows?.noteParameters(translated)
      plans.keep(plan, for: fingerprint)
    }
    return plan
  }

  /// Translates a query; the result has the values of the statement's parameters as well.
  private func makePlan(
    _ result: PreparedQueries.Result,
    _ question: ObjectQuery,
    _ translator: FetchTranslator
  ) throws -> (plan: FetchPlan, values: [SQLValue]) {
    let (fragment, selection) = try statement(result, question, translator)
    let statement = try prepared(fragment)
    let made = FetchPlan(
      statement: statement,
      isExact: !fragment.isInexact,
      rows: selection.map { RowSequence(self, statement, $0) }
    )
    return (made, fragment.values)
  }

  private func statement(
    _ result: PreparedQueries.Result,
    _ question: ObjectQuery,
    _ translator: FetchTranslator
  ) throws -> (SQLFragment, RowSelection?) {
    switch result {
    case .count: return (try translator.count(question), nil)
    case .identities:
      let columns = question.layout.columns
      let fragment = try translator.selection(question) {
        "\($0).\(columns.key), \(columns.entityNumber(of: $0))"
      }
      return (fragment, nil)
    case .versions:
      let selection = RowSelection(versionsOf: question.layout)
      return (try translator.selection(question) { selection.text(alias: $0) }, selection)
    case .rows:
      let others = question.layout.family.dropFirst().compactMap { layout[$0] }
      let selection = RowSelection(
        question.layout,
        including: question.includesSubentities ? others : []
      )
      return (try translator.selection(question) { selection.text(alias: $0) }, selection)
    }
  }
}
