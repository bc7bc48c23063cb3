import ObjectRows
import SQLDriver
import SQLSchema

// Removal of the files of large values, after the rows that referred to them.
extension StoreEngine {
  /// Removes files that rows referred to before a committed change, unless other rows refer to them.
  ///
  /// Each value has a file of its own, except in a store whose rows were copied with SQL. After another program has
  /// saved, all rows are searched for the names; this program gives no name twice.
  func removeFiles(_ names: [String]) {
    guard !names.isEmpty else { return }
    var kept: Set<String> = []
    if sharedFiles?.isDisjoint(with: names) != true {
      // The files stay if the names cannot be read: otherwise a value could be lost.
      guard let found = try? namesOfFiles() else { return }
      var shared: Set<String> = []
      for name in found where !kept.insert(name).inserted { shared.insert(name) }
      sharedFiles = shared
    }
    for name in names where !kept.contains(name) { external.remove(name) }
  }

  /// The names of files in all rows.
  private func namesOfFiles() throws -> [String] {
    var names: [String] = []
    for (table, columns) in externalColumns {
      for column in columns {
        // The length of a value is known without reading its bytes, which may be many.
        let rows = try connection.rows(
          marked: "SELECT \(column) FROM \(table)"
            + " WHERE length(\(column)) < 64 AND substr(\(column), 1, 1) = X'02'"
        )
        for case .blob(let bytes)? in rows.map(\.first) {
          if let name = ExternalDataFolder.fileName(in: bytes) { names.append(name) }
        }
      }
    }
    return names
  }

  /// The columns whose values may be in files, by their tables.
  private var externalColumns: [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    for root in layout.roots {
      for layout in root.tableFamily.compactMap({ layout[$0] }) {
        for case .attribute(let column) in layout.fields where column.isExternal {
          columns[layout.table, default: []].insert(column.name)
        }
      }
    }
    return columns
  }
}
