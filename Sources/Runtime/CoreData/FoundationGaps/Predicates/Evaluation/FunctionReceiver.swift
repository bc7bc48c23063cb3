/// An object some of whose methods expressions can call by the names that they have in Objective-C.
protocol FunctionReceiver: AnyObject {
  /// Calls a method by its name; nil if there is none.
  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue?
}

/// An object that carries out the calls `FETCH(request, context, countOnly)` of which it is the second argument: a
/// context.
protocol FetchCallReceiver: AnyObject {
  /// The results of the request, or their number.
  ///
  /// - Parameter arguments: The arguments of the call.
  /// - Returns: A list or a number.
  /// - Throws: What fetching throws, or that one of the arguments is something else.
  func result(ofFetch arguments: [PredicateValue]) throws -> Any
}
