/// An object with methods that expressions can call by their names in Objective-C.
protocol FunctionReceiver: AnyObject {
  /// Calls a method by its name; nil if there is none.
  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue?
}

/// An object that executes the calls `FETCH(request, context, countOnly)` of which it is the second argument: a
/// context.
protocol FetchCallReceiver: AnyObject {
  /// The results of the request, or their number.
  ///
  /// - Parameter arguments: The arguments of the call.
  /// - Returns: A list or a number.
  /// - Throws: The error of the fetch, or an error if an argument has another type.
  func result(ofFetch arguments: [PredicateValue]) throws -> Any
}
