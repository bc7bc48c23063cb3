/// An object some of whose methods expressions can call by the names that they have in Objective-C.
protocol FunctionReceiver: AnyObject {
  /// What a method gives; nil for one that there is not.
  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue?
}
