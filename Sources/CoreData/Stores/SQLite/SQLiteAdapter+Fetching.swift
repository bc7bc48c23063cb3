import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLStore
import SQLiteDriver

extension SQLiteAdapter {
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    try translatingErrors {
      guard let shape = request.shapes.first else { return StoreFetchResult(references: []) }
      let translation = try RequestTranslation(request, shape, for: self)
      let readsRows = request.request?.includesPropertyValues ?? false
      var result = try readsRows ? objects(translation) : references(translation)
      result.isFiltered = true
      result.isSorted = true
      result.isWindowed = request.window != nil
      return result
    }
  }

  func count(_ request: StoreFetch) throws -> Int? {
    try translatingErrors {
      guard let shape = request.shapes.first else { return 0 }
      let translation = try RequestTranslation(request, shape, for: self)
      let statement = try plan(.count, translation).statement
      defer { statement.reset() }
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? {
    try translatingErrors {
      guard let shape = request.shapes.first else { return [] }
      guard let table = try TableTranslation(request, plan, shape, for: self)?.table else {
        return nil
      }
      let statement = try prepared(table.sql)
      defer { statement.reset() }
      var rows = DictionaryRows(plan.columns)
      var dictionaries: [NSDictionary] = []
      while try statement.step() {
        dictionaries.append(rows.dictionary { value(table.columns[$0], in: statement) })
      }
      return dictionaries
    }
  }

  private func value(
    _ column: TableStatement.Column,
    in statement: SQLStatement
  ) -> PredicateValue {
    switch column {
    case .value(let place): return PredicateValue(statement.value(at: place))
    case .object(let place):
      guard let key = statement.optionalInteger(at: place) else { return .null }
      let entity = Int(truncatingIfNeeded: statement.integer(at: place + 1))
      let reference = self.reference(key, entity: entity)
      return (store.persistentStoreCoordinator?.objectID(for: reference))
        .map(PredicateValue.object) ?? .null
    }
  }

  private func prepared(_ fragment: SQLFragment) throws -> SQLStatement {
    let statement = try connection.cached(fragment.text)
    try statement.bind(fragment.values)
    return statement
  }

  /// What answers a question, with its parameters set.
  ///
  /// To translate a question, to look for its statement by the text and to prepare what reads the rows takes some 10
  /// microseconds, which is as long as an index takes to find a few dozen rows.
  private func plan(
    _ result: FetchPlans.Result,
    _ translation: RequestTranslation
  ) throws -> FetchPlan {
    let shape = translation.shape
    let key = shape.map { FetchPlans.Key(question: $0.key, result: result) }
    // A statement may be under way if what reads its rows asks the same question.
    if let key, let shape, let known = plans[key], !known.statement.isActive {
      try known.statement.bind(shape.values)
      return known
    }
    let (fragment, selection) = try statement(result, translation)
    let statement = try prepared(fragment)
    let made = FetchPlan(
      statement: statement,
      rows: selection.map { RowSequence(self, statement, $0) }
    )
    if let key, fragment.values == shape?.values { plans.keep(made, for: key) }
    return made
  }

  private func statement(
    _ result: FetchPlans.Result,
    _ translation: RequestTranslation
  ) throws -> (SQLFragment, RowSelection?) {
    let question = translation.question
    switch result {
    case .count: return (try translation.count(), nil)
    case .identities:
      let columns = question.layout.columns
      let fragment = try translation.selection {
        "\($0).\(columns.key), \($0).\(columns.entityNumber)"
      }
      return (fragment, nil)
    case .rows:
      let others = question.layout.family.dropFirst().compactMap { layout[$0] }
      let selection = RowSelection(
        question.layout,
        including: question.includesSubentities ? others : []
      )
      return (try translation.selection { selection.text(alias: $0) }, selection)
    }
  }

  private func references(_ translation: RequestTranslation) throws -> StoreFetchResult {
    let statement = try plan(.identities, translation).statement
    defer { statement.reset() }
    let family = translation.question.layout.tableFamily
    var found: [Reference] = []
    while try statement.step() {
      let (key, entity) = StatementReader.identity(in: statement)
      let reference = family.contains(entity) ? reference(key, entity: entity) : .none
      // Rows of unknown entities are nobody's objects.
      if !reference.isNone { found.append(reference) }
    }
    return StoreFetchResult(references: found)
  }

  /// The objects, whose rows are read at the same time.
  private func objects(_ translation: RequestTranslation) throws -> StoreFetchResult {
    guard let rows = try plan(.rows, translation).rows else {
      return StoreFetchResult(references: [])
    }
    rows.begin()
    return try rows.readAll()
  }
}
