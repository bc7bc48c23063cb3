/// A call of a function by its selector.
package struct FunctionCall: Sendable, Hashable {
  /// The object whose method is called, as in `FUNCTION(receiver, "selector:", …)`; nil for the functions
  /// that the language brings along.
  package var receiver: Expression?

  /// Such as `now`, `canonical:` or `modulus:by:`.
  package var selector: String

  package var arguments: [Expression]

  package init(receiver: Expression? = nil, _ selector: String, _ arguments: [Expression] = []) {
    self.receiver = receiver
    self.selector = selector
    self.arguments = arguments
  }

  /// The selector of `FETCH(request, context, countOnly)`, which has a notation of its own.
  package static let fetchSelector = "fetch:context:countOnly:"

  /// Whether the call carries out a fetch request.
  package var isFetch: Bool { receiver == nil && selector == Self.fetchSelector }

  /// The functions that the language brings along, by selector.
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

  /// Whether the call is of a function that the language brings along.
  package var isBuiltIn: Bool {
    receiver == nil && Self.builtInSelectors.contains(selector)
  }
}
