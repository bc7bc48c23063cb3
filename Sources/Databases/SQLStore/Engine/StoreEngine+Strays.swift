import SQLDriver

extension StoreEngine {
  /// Searches once for rows in the table of an entity that belong to none of its entities, so that they are not
  /// counted.
  ///
  /// Fetches skip such rows when they read them. A table with objects of one entity has none; others have an index by
  /// the entity, so that the search does not scan the table.
  package func searchForStrays(beside entity: Int) throws {
    guard let layout = layout[entity], layout.columns.readsEntityNumber,
      !cache.hasStrays, !cache.hasSearched(ofRoot: layout.root)
    else { return }
    let column = layout.columns.entityNumber()
    let family = layout.tableFamily
    let rows = try connection.rows(
      marked: "SELECT 1 FROM \(layout.table) WHERE \(column) < \(family.lowerBound)"
        + " OR \(column) > \(family.upperBound) OR \(column) IS NULL LIMIT 1"
    )
    if !rows.isEmpty { cache.noteStray() }
    cache.noteSearch(ofRoot: layout.root)
  }

  /// The number of rows that belong to none of some entities, by the names of their entities.
  ///
  /// A number that belongs to no entity of the store is used instead of a name, after the name of the tree whose
  /// table the rows are in.
  package func strayRows(besides wanted: Set<Int>) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for root in layout.roots {
      let column = root.columns.entityNumber()
      let rows = try connection.rows(
        marked: "SELECT \(column), COUNT(*) FROM \(root.table) GROUP BY 1"
      )
      for row in rows {
        guard case .integer(let count) = row[1] else { continue }
        var number: Int?
        if case .integer(let stored) = row[0] { number = Int(exactly: stored) }
        let entity = number.flatMap { root.tableFamily.contains($0) ? entities.entity($0) : nil }
        if let entity, wanted.contains(entity.number) { continue }
        let name =
          entity?.name ?? "\(root.name) with the entity number \(number.map(String.init) ?? "NULL")"
        counts[name, default: 0] += Int(count)
      }
    }
    return counts
  }
}
