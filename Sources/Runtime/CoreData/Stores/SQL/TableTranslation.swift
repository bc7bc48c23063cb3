import Foundation
import PredicateFormat
import SQLDriver
import SQLStore

/// The translation of a request for dictionaries to a query.
struct TableTranslation {
  let table: TableStatement

  /// Translates a request; nil if the database cannot compute all parts of the dictionaries.
  init?(
    _ fetch: StoreFetch,
    _ plan: DictionaryPlan,
    _ shape: EntityShape,
    for adapter: SQLAdapter
  ) throws {
    let constants = ConstantTranslation(plan.values, adapter)
    var objects = try RequestTranslation.question(fetch, shape, for: adapter)
    objects.predicate = plan.predicate
    objects.order = try (fetch.request?.sortDescriptors ?? []).map { descriptor in
      let column = descriptor.key.flatMap { plan.column(named: $0, besides: shape) }
      return try RequestTranslation.order(
        descriptor,
        expression: column.map { plan.columns[$0].expression }
      )
    }
    let question = ValueQuery(
      objects,
      columns: plan.columns.map(\.expression),
      groups: plan.groups,
      having: plan.having,
      isDistinct: fetch.request?.returnsDistinctResults ?? false
    )
    let translator = FetchTranslator(adapter.engine.layout) { constants.value(of: $0) }
    // The objects will be fetched then; if the condition cannot be translated, in vain.
    guard let table = try? translator.table(question) else { return nil }
    self.table = table
  }
}
