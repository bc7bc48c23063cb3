import Foundation
import ManagedModel

/// Fetch requests that a model holds, as values.
enum RequestConversion {
  /// The value of a request: `origin` with what the request says otherwise.
  ///
  /// A model file says 'YES' or nothing of the switches that are on by default and means the same by
  /// both, so those keep the words they have.
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
