import Foundation
import ObjectRows
import PredicateFormat
import SQLDriver
import SQLStore

extension SQLAdapter {
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    try reading {
      guard let shape = request.shapes.first else { return StoreFetchResult(references: []) }
      do {
        return try result(of: request, shape)
      } catch is FetchTranslationError where answersInMemory {
        return try wideResult(of: request, shape)
      }
    }
  }

  /// The matching objects, if the database can find them exactly.
  func exactReferences(_ request: StoreFetch) throws -> [Reference] {
    guard let shape = request.shapes.first else { return [] }
    let translation = try RequestTranslation(request, shape, for: self)
    return try engine.references(of: translation.question) { translation.constants.value(of: $0) }
  }

  private func result(
    of request: StoreFetch,
    _ shape: EntityShape,
    _ part: RequestTranslation.Part = .all
  ) throws -> StoreFetchResult {
    let translation = try RequestTranslation(request, shape, for: self, part)
    var result: StoreFetchResult
    var isExact = true
    if part != .all || request.readsValues {
      let found = try engine.rows(of: translation.question) { translation.constants.value(of: $0) }
      isExact = found.isExact
      result = StoreFetchResult(found)
    } else {
      result = StoreFetchResult(
        references: try engine.references(of: translation.question) {
          translation.constants.value(of: $0)
        }
      )
    }
    result.isFiltered = part.hasCondition && isExact
    if !result.isFiltered { result.databases = [slot] }
    result.isSorted = part.hasOrder
    result.isWindowed = part == .all && request.window != nil
    return result
  }

  /// A superset of the matching objects: those that satisfy the condition if the database can evaluate it, otherwise
  /// all.
  private func wideResult(
    of request: StoreFetch,
    _ shape: EntityShape
  ) throws -> StoreFetchResult {
    for part in [RequestTranslation.Part.unlimited, .condition, .order] {
      if let found = try known({ try result(of: request, shape, part) }) { return found }
    }
    return try result(of: request, shape, .entity)
  }

  /// Returns the result of `body`, or nil if the request has no translation to SQL.
  private func known(_ body: () throws -> StoreFetchResult) throws -> StoreFetchResult? {
    do { return try body() } catch is FetchTranslationError { return nil }
  }

  func count(_ request: StoreFetch) throws -> Int? {
    try reading {
      guard let shape = request.shapes.first else { return 0 }
      let engine = self.engine
      try engine.searchForStrays(beside: shape.number)
      do {
        let translation = try RequestTranslation(request, shape, for: self)
        return try engine.count(of: translation.question) { translation.constants.value(of: $0) }
      } catch is FetchTranslationError where answersInMemory {
        return nil
      }
    }
  }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? {
    try reading {
      guard let shape = request.shapes.first else { return [] }
      try engine.searchForStrays(beside: shape.number)
      guard let table = try TableTranslation(request, plan, shape, for: self)?.table else {
        return nil
      }
      var rows = DictionaryRows(plan.columns)
      var dictionaries: [NSDictionary] = []
      do {
        try engine.forEachRow(of: table) { statement in
          dictionaries.append(rows.dictionary { value(table.columns[$0], in: statement) })
        }
      } catch let error as SQLError where answersInMemory && error.code == Self.looseGroup {
        return nil
      }
      return dictionaries
    }
  }

  /// The SQLSTATE for a value that is not the same for all objects of a group.
  private static let looseGroup = "42803"

  private func value(
    _ column: TableStatement.Column,
    in statement: SQLStatement
  ) -> PredicateValue {
    switch column {
    case .value(let place, .decimal):
      guard let text = statement.optionalText(at: place) else {
        return PredicateValue(statement.value(at: place))
      }
      return text == "NaN" ? .decimal(.nan) : Decimal(string: text).map { .decimal($0) } ?? .null
    case .value(let place, _): return PredicateValue(statement.value(at: place))
    case .object(let place):
      guard let key = statement.optionalInteger(at: place) else { return .null }
      let entity = Int(truncatingIfNeeded: statement.integer(at: place + 1))
      let reference = engine.entities.reference(key, entity)
      return (store.persistentStoreCoordinator?.objectID(for: reference))
        .map(PredicateValue.object) ?? .null
    }
  }
}
