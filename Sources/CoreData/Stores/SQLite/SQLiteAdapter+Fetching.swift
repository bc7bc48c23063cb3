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
      var result = StoreFetchResult(
        references: try readsRows ? objects(translation, shape) : references(translation)
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
      let statement = try prepared(translation.translator.count(translation.question))
      defer { statement.reset() }
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }

  private func prepared(_ fragment: SQLFragment) throws -> SQLStatement {
    let statement = try connection.cached(fragment.text)
    try statement.bind(fragment.values)
    return statement
  }

  private func references(_ translation: RequestTranslation) throws -> [Reference] {
    let columns = translation.question.layout.columns
    let statement = try prepared(
      translation.translator.selection(translation.question) {
        "\($0).\(columns.key), \($0).\(columns.entityNumber)"
      }
    )
    defer { statement.reset() }
    var found: [Reference] = []
    while try statement.step() {
      let (key, entity) = StatementReader.identity(in: statement)
      found.append(reference(key, entity: entity))
    }
    return found
  }

  /// The objects, whose rows are read at the same time.
  private func objects(
    _ translation: RequestTranslation,
    _ shape: EntityShape
  ) throws -> [Reference] {
    let question = translation.question
    let others = question.layout.family.dropFirst().compactMap { layout[$0] }
    let selection = RowSelection(
      question.layout,
      including: question.includesSubentities ? others : []
    )
    let statement = try prepared(
      translation.translator.selection(question) { selection.text(alias: $0) }
    )
    defer { statement.reset() }
    var readers: [Int: StatementReader] = [:]
    var found: [Reference] = []
    while try statement.step() {
      let (key, entity) = StatementReader.identity(in: statement)
      let reference = reference(key, entity: entity)
      guard !reference.isNone else { continue }
      let reader: StatementReader
      if let known = readers[entity] {
        reader = known
      } else if let shape = self.shape(ofEntity: entity), let layout = layout[entity] {
        reader = makeReader(statement, selection, shape, layout)
        readers[entity] = reader
      } else {
        continue
      }
      let row = reader.row()
      // A row that is still the same is shared by those who have it already.
      if cache[reference]?.version != row.version { cache.set(row, for: reference) }
      found.append(reference)
    }
    return found
  }
}
