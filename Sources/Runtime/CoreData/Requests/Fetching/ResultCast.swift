/// The type of a request's results.
enum ResultCast {
  /// Whether a type of results is a class.
  ///
  /// The alternative is `any NSFetchRequestResult`, which is one word, as every object, and a marker protocol, to
  /// which nothing can be cast.
  static func isClass<T>(_ type: T.Type) -> Bool { type is AnyObject.Type }
}
