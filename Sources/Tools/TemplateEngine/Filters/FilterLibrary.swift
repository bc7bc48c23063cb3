/// The filters that templates of one environment can use, by name.
package struct FilterLibrary: Sendable {
  private var filters: [String: Filter] = [:]

  package init(_ filters: some Sequence<Filter>) {
    add(filters)
  }

  /// The filters of the language and its additions for Swift code.
  package static let standard = FilterLibrary(
    standardFilters + caseFilters + identifierFilters + substringFilters + whitespaceFilters
      + pathFilters + numberFilters
  )

  /// Adds filters.
  ///
  /// A filter replaces an earlier one of the same name.
  package mutating func add(_ more: some Sequence<Filter>) {
    for filter in more { filters[filter.name] = filter }
  }

  package subscript(name: String) -> Filter? { filters[name] }

  /// All names in alphabetical order.
  package var names: [String] { filters.keys.sorted() }
}
