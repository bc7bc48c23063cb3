import Foundation
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
      let statement = try prepared(translation.count())
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
      let made = DictionaryRows(plan.columns)
      var dictionaries: [NSDictionary] = []
      while try statement.step() {
        dictionaries.append(made.dictionary(table.columns.map { value($0, in: statement) }))
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

  private func references(_ translation: RequestTranslation) throws -> StoreFetchResult {
    let columns = translation.question.layout.columns
    let statement = try prepared(
      translation.selection { "\($0).\(columns.key), \($0).\(columns.entityNumber)" }
    )
    defer { statement.reset() }
    var found: [Reference] = []
    while try statement.step() {
      let (key, entity) = StatementReader.identity(in: statement)
      found.append(reference(key, entity: entity))
    }
    return StoreFetchResult(references: found)
  }

  /// The objects, whose rows are read at the same time.
  private func objects(_ translation: RequestTranslation) throws -> StoreFetchResult {
    let question = translation.question
    let others = question.layout.family.dropFirst().compactMap { layout[$0] }
    let selection = RowSelection(
      question.layout,
      including: question.includesSubentities ? others : []
    )
    let statement = try prepared(translation.selection { selection.text(alias: $0) })
    defer { statement.reset() }
    let rows = RowSequence(self, statement, selection)
    rows.begin()
    var result = StoreFetchResult(references: [])
    if translation.wantsRows {
      var found: [Row] = []
      while let (reference, row) = try rows.nextRow() {
        result.references.append(reference)
        found.append(row)
      }
      result.rows = found
    } else {
      while let reference = try rows.next() { result.references.append(reference) }
    }
    return result
  }
}
