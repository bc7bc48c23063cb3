/// An object some of whose methods expressions can call by the names that they have in Objective-C.
protocol FunctionReceiver: AnyObject {
  /// Calls a method by its name; nil if there is none.
  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue?
}
