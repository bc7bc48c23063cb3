/// The results of a fetch, as the type that the request was made for.
enum FetchedResults {
  static func typed<T: NSFetchRequestResult>(_ results: [AnyObject]) throws -> [T] {
    // `any NSFetchRequestResult` is one word, as every object is, and a marker that no cast knows.
    guard T.self is AnyObject.Type else { return unsafeBitCast(results, to: [T].self) }
    return results.compactMap { $0 as? T }
  }
}
