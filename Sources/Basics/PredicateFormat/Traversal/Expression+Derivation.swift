extension Expression {
  /// The form in which a compiled model stores the derivation of an attribute.
  ///
  /// A collection operator of the path becomes a function call: `pages.@count` is stored, and hashed, as
  /// `count:(pages)`. Only `@count` is confirmed by compiled models; the other operators are treated alike. Other
  /// expressions are unchanged.
  package var derivationForm: Expression {
    guard case .path(var path) = self else { return self }
    let operators = path.components.indices.filter {
      if case .collectionOperator = path.components[$0] { return true }
      return false
    }
    guard operators.count == 1, let index = operators.first, path.components.count > 1,
      case .collectionOperator(let name) = path.components[index],
      let selector = Self.selectorsOfCollectionOperators[name]
    else { return self }
    path.components.remove(at: index)
    return .function(FunctionCall(selector, [.path(path)]))
  }

  private static let selectorsOfCollectionOperators = [
    "count": "count:", "sum": "sum:", "min": "min:", "max": "max:", "avg": "average:",
  ]
}
