import SQLDriver

/// The tables of a `SELECT`, its own or that of a subquery.
final class FetchScope {
  /// The objects of a table.
  struct Source {
    var alias: String
    var layout: ObjectLayout

    var key: SQLFragment { SQLFragment("\(alias).\(layout.columns.key)") }
  }

  let root: Source

  /// The text of the tables: the first, then the joined ones.
  private(set) var tables: SQLFragment

  private let outer: FetchScope?
  private var variables: [String: Source] = [:]
  private var joins: [JoinKey: Source] = [:]

  private struct JoinKey: Hashable {
    var alias: String
    var key: String
  }

  init(_ layout: ObjectLayout, names: inout AliasCounter) {
    root = Source(alias: names.next(), layout: layout)
    tables = SQLFragment("\(layout.table) \(root.alias)")
    outer = nil
  }

  /// The scope of a subquery, which can use the variables of the outer one.
  init(_ source: Source, tables: String, inside outer: FetchScope) {
    root = source
    self.tables = SQLFragment(tables)
    self.outer = outer
  }

  /// The scope of the object that the predicate is evaluated for, which is the same in subqueries.
  var objectScope: FetchScope { outer?.objectScope ?? self }

  /// Defines a variable.
  func define(_ variable: String, as source: Source) { variables[variable] = source }

  /// The objects of a variable, and the scope whose tables they are in.
  func source(ofVariable name: String) -> (source: Source, scope: FetchScope)? {
    var scope: FetchScope? = self
    while let current = scope {
      if let source = current.variables[name] { return (source, current) }
      scope = current.outer
    }
    return nil
  }

  /// Joins the destinations of a to-one relationship, once for each relationship.
  func join(
    _ source: Source,
    _ storage: StoredToOne,
    to destination: ObjectLayout,
    _ names: inout AliasCounter
  ) -> Source {
    let key = JoinKey(alias: source.alias, key: storage.key)
    return join(key, to: destination, &names) { joined in
      "\(source.alias).\(storage.key) = \(joined).\(destination.columns.key)"
    }
  }

  /// Joins a row of nulls for a relationship that has no destination.
  func join(
    _ source: Source,
    _ relationship: String,
    toNothing destination: ObjectLayout,
    _ names: inout AliasCounter
  ) -> Source {
    let key = JoinKey(alias: source.alias, key: relationship)
    return join(key, to: destination, &names) { _ in "1 = 0" }
  }

  private func join(
    _ key: JoinKey,
    to destination: ObjectLayout,
    _ names: inout AliasCounter,
    on condition: (_ alias: String) -> String
  ) -> Source {
    if let known = joins[key] { return Source(alias: known.alias, layout: destination) }
    let joined = Source(alias: names.next(), layout: destination)
    tables +=
      " LEFT OUTER JOIN \(destination.table) \(joined.alias) ON \(condition(joined.alias))"
    joins[key] = joined
    return joined
  }

  /// Adds a table that is joined with every row.
  func combine(with tables: String, on condition: String) {
    self.tables += " INNER JOIN \(tables) ON \(condition)"
  }
}
