/// The type of a request's results.
enum ResultCast {
  /// Whether a type of results is a class.
  ///
  /// The alternative is `any NSFetchRequestResult`, which is one word, as every object is, and a marker that no
  /// cast knows.
  static func isClass<T>(_ type: T.Type) -> Bool { type is AnyObject.Type }
}
