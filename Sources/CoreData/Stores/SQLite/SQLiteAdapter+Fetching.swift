import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLStore

extension SQLiteAdapter {
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    try translatingErrors {
      guard let shape = request.shapes.first else { return StoreFetchResult(references: []) }
      let translation = try RequestTranslation(request, shape, for: self)
      let readsRows = request.request?.includesPropertyValues ?? false
      var result =
        try readsRows
        ? StoreFetchResult(engine.rows(of: translation.question, translation.constants))
        : StoreFetchResult(
          references: engine.references(of: translation.question, translation.constants)
        )
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
      return try engine.count(of: translation.question, translation.constants)
    }
  }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? {
    try translatingErrors {
      guard let shape = request.shapes.first else { return [] }
      guard let table = try TableTranslation(request, plan, shape, for: self)?.table else {
        return nil
      }
      var rows = DictionaryRows(plan.columns)
      var dictionaries: [NSDictionary] = []
      try engine.forEachRow(of: table) { statement in
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
      let reference = engine.entities.reference(key, entity)
      return (store.persistentStoreCoordinator?.objectID(for: reference))
        .map(PredicateValue.object) ?? .null
    }
  }
}
