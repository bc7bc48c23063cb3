/// A key path that a predicate follows, from where it really starts.
///
/// Inside a subquery, `$page.title` is a path of the collection's members; with `pages` as the
/// collection it becomes `pages.title` here.
package struct PathUse: Sendable, Hashable {
  package var origin: Origin
  package var components: [PropertyPath.Component]

  /// The position of the path in the text.
  package var position: TextPosition

  package enum Origin: Sendable, Hashable {
    case evaluatedObject
    /// A variable that nothing in the predicate binds, such as `$FETCH_SOURCE`.
    case variable(String)
  }

  /// The dotted spelling of the path after its origin, or nil when an argument supplies part of it.
  package var dottedKeys: String? {
    PropertyPath(components).dottedKeys
  }
}

/// A variable that has to be supplied before a predicate can be used.
package struct VariableUse: Sendable, Hashable {
  /// The name, without `$`.
  package var name: String

  /// The path that it is compared with, from which its type follows; nil if there is none.
  package var comparedPath: PathUse?

  /// Whether a collection of such values is wanted, as in `id IN $ids` and `age BETWEEN $range`.
  package var isCollection: Bool

  package init(name: String, comparedPath: PathUse? = nil, isCollection: Bool = false) {
    self.name = name
    self.comparedPath = comparedPath
    self.isCollection = isCollection
  }

  /// Whether the framework itself supplies the variable, in the request of a fetched property.
  package var isSuppliedForFetchedProperties: Bool {
    name == "FETCH_SOURCE" || name == "FETCHED_PROPERTY"
  }
}
