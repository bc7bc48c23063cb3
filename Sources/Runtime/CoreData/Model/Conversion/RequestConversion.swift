import Foundation
import ManagedModel

/// Conversion of a model's fetch requests to values.
enum RequestConversion {
  /// The value of a request: `origin` with the differences of the request.
  ///
  /// In a model file, switches that are on by default are either 'YES' or missing, with the same meaning, so their
  /// spelling is kept.
  static func template(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    like origin: FetchRequestTemplate
  ) -> FetchRequestTemplate {
    var value = origin
    value.entityName = request.entityName
    value.predicateText = PredicateText.text(of: request.predicate, like: value.predicateText)
    let type = FetchResultType(rawValue: Int(clamping: request.resultType.rawValue))
    if value.resultType ?? .managedObject != type { value.resultType = type }
    if value.fetchLimit ?? 0 != request.fetchLimit { value.fetchLimit = request.fetchLimit }
    if value.fetchBatchSize ?? 0 != request.fetchBatchSize {
      value.fetchBatchSize = request.fetchBatchSize
    }
    value.returnsDistinctResults = request.returnsDistinctResults
    return value
  }
}
