import SQLDriver

/// The tables of a `SELECT`, its own or that of a subquery.
final class FetchScope {
  /// The objects that a table stands for.
  struct Source {
    var alias: String
    var layout: ObjectLayout

    var key: SQLFragment { SQLFragment("\(alias).\(layout.columns.key)") }
  }

  let root: Source

  /// The text of the tables: the first, then those that are joined.
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

  /// The scope of a subquery, which knows the variables of the one around it.
  init(_ source: Source, tables: String, inside outer: FetchScope) {
    root = source
    self.tables = SQLFragment(tables)
    self.outer = outer
  }

  /// The scope of the object that the predicate is asked about, which subqueries do not change.
  var objectScope: FetchScope { outer?.objectScope ?? self }

  /// Lets a variable stand for objects.
  func define(_ variable: String, as source: Source) { variables[variable] = source }

  /// The objects that a variable stands for, and the scope whose tables they are in.
  func source(ofVariable name: String) -> (source: Source, scope: FetchScope)? {
    var scope: FetchScope? = self
    while let current = scope {
      if let source = current.variables[name] { return (source, current) }
      scope = current.outer
    }
    return nil
  }

  /// The objects that a to-one relationship leads to; each relationship is joined once.
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

  /// The row without values that stands for the object of a relationship that leads to nothing.
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

  /// Adds a table whose rows each row is combined with.
  func combine(with tables: String, on condition: String) {
    self.tables += " INNER JOIN \(tables) ON \(condition)"
  }
}
