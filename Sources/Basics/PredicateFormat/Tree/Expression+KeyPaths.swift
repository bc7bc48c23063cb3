extension Expression {
  /// The expression of a dotted key path; the key `self` alone is the object itself.
  package static func path(keyPath: String) -> Expression {
    let components = PropertyPath.Component.components(of: keyPath)
    guard let first = components.first else { return .evaluatedObject }
    guard case .key(let key) = first, key.utf8.count == 4, key.lowercased() == "self" else {
      return .path(PropertyPath(components))
    }
    guard components.count > 1 else { return .evaluatedObject }
    return .path(PropertyPath(base: .evaluatedObject, Array(components.dropFirst())))
  }
}
