/// A call of a function by its selector.
package struct FunctionCall: Sendable, Hashable {
  /// The receiver, as in `FUNCTION(receiver, "selector:", …)`; nil for built-in functions.
  package var receiver: Expression?

  /// Such as `now`, `canonical:` or `modulus:by:`.
  package var selector: String

  package var arguments: [Expression]

  package init(receiver: Expression? = nil, _ selector: String, _ arguments: [Expression] = []) {
    self.receiver = receiver
    self.selector = selector
    self.arguments = arguments
  }

  /// The selector of `FETCH(request, context, countOnly)`, which has a syntax of its own.
  package static let fetchSelector = "fetch:context:countOnly:"

  /// Whether the call executes a fetch request.
  package var isFetch: Bool { receiver == nil && selector == Self.fetchSelector }

  /// The selectors of the built-in functions.
  package static let builtInSelectors: [String] = [
    "abs:", "add:to:", "average:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:",
    "canonical:", "castObject:toType:", "ceiling:", "count:", "distanceToLocation:fromLocation:",
    "divide:by:", "exp:", "floor:", "from:subtract:", "indexed:by:", "inverseOrderKey:",
    "leftshift:by:",
    "length:",
    "ln:", "log:", "lowercase:", "max:", "median:", "min:", "mode:", "modulus:by:", "multiply:by:",
    "noindex:", "now", "objectFrom:withIndex:", "onesComplement:", "raise:toPower:", "random",
    "random:", "randomn:", "rightshift:by:", "sqrt:", "stddev:", "sum:", "trunc:", "uppercase:",
    "valueForKeyPath:",
  ]

  /// Whether the call is of a built-in function.
  package var isBuiltIn: Bool {
    receiver == nil && Self.builtInSelectors.contains(selector)
  }
}
