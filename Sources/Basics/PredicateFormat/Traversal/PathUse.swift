/// A use of a key path in a predicate, with its resolved origin.
///
/// Inside a subquery, `$page.title` is a path of the collection's members; with `pages` as the collection it is
/// resolved to `pages.title`.
package struct PathUse: Sendable, Hashable {
  package var origin: Origin
  package var components: [PropertyPath.Component]

  /// The position in the text.
  package var position: TextPosition

  package enum Origin: Sendable, Hashable {
    case evaluatedObject
    /// A free variable, such as `$FETCH_SOURCE`.
    case variable(String)
  }

  /// The dotted keys of the path after its origin; nil if an argument supplies part of it.
  package var dottedKeys: String? {
    PropertyPath(components).dottedKeys
  }
}

/// A free variable of a predicate.
package struct VariableUse: Sendable, Hashable {
  /// The name, without `$`.
  package var name: String

  /// The key path that it is compared with, from which its type is inferred; nil if there is none.
  package var comparedPath: PathUse?

  /// Whether the variable stands for a collection, as in `id IN $ids` and `age BETWEEN $range`.
  package var isCollection: Bool

  package init(name: String, comparedPath: PathUse? = nil, isCollection: Bool = false) {
    self.name = name
    self.comparedPath = comparedPath
    self.isCollection = isCollection
  }

  /// Whether the framework binds the variable in the request of a fetched property.
  package var isSuppliedForFetchedProperties: Bool {
    name == "FETCH_SOURCE" || name == "FETCHED_PROPERTY"
  }
}
