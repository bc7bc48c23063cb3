import SQLDriver

extension StoreEngine {
  /// The number of rows that belong to none of some entities, by the names of their entities.
  ///
  /// A number that no entity of the store has stands in the place of a name, behind that of the tree in whose table the
  /// rows are.
  package func strayRows(besides wanted: Set<Int>) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for root in layout.roots {
      guard let column = root.columns.entityNumber else { continue }
      let rows = try connection.rows(
        marked: "SELECT \(column), COUNT(*) FROM \(root.table) GROUP BY \(column)"
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
