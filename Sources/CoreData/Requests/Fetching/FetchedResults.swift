import Foundation

/// The results of a fetch, as the type that the request was made for.
enum FetchedResults {
  /// The results that are of the type.
  ///
  /// To know that all of them are spares looking at each.
  static func typed<T: NSFetchRequestResult>(
    _ results: [AnyObject],
    areKnown: Bool = false
  ) -> [T] {
    // `any NSFetchRequestResult` is one word, as every object is, and a marker that no cast knows.
    if areKnown || !(T.self is NSObject.Type) { return unsafeBitCast(results, to: [T].self) }
    return results.compactMap { $0 as? T }
  }
}
