/// The columns that rows of entities are made of, and where each entity finds its own.
package struct RowSelection: Sendable {
  /// The columns: key, entity and version first, then those of all properties.
  private let columns: [String]
  private let places: [Int: [Int]]

  /// The columns for objects of an entity, and of those that inherit from it.
  package init(_ layout: ObjectLayout, including others: [ObjectLayout] = []) {
    var columns = [layout.columns.key, layout.columns.entityNumber, layout.columns.version]
    var known: [String: Int] = [:]
    var places: [Int: [Int]] = [:]
    for each in [layout] + others {
      places[each.number] = each.fields.map { field in
        let names = field.columns
        guard let first = names.first else { return -1 }
        // The columns of one property follow one another.
        let group = names.joined(separator: ",")
        if let place = known[group] { return place }
        known[group] = columns.count
        columns += names
        return known[group] ?? columns.firstIndex(of: first) ?? -1
      }
    }
    self.columns = columns
    self.places = places
  }

  /// The columns, of a table with a name of its own in the statement.
  package func text(alias: String = "") -> String {
    let prefix = alias.isEmpty ? "" : alias + "."
    return columns.map { prefix + $0 }.joined(separator: ", ")
  }

  /// For each property of an entity the first of its columns, or -1.
  package func places(ofEntity number: Int) -> [Int] { places[number] ?? [] }
}
