import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

extension SQLiteAdapter {
  /// Takes keys for new objects, which nobody else gets any more.
  ///
  /// Keys are taken before the objects are saved, and never given back.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    return try translatingErrors {
      var counts: [Int: Int] = [:]
      for object in objects { counts[try objectLayout(object.shape).root, default: 0] += 1 }
      var last: [Int: Int64] = [:]
      try connection.transaction {
        for (root, count) in counts.sorted(by: { $0.key < $1.key }) {
          last[root] = try takeKeys(count, root: root)
        }
      }
      return try objects.map { object in
        let layout = try objectLayout(object.shape)
        let key = (last[layout.root] ?? 0) + 1
        last[layout.root] = key
        return reference(key, entity: layout.number)
      }
    }
  }

  /// Raises the highest key of a tree of entities; what comes back is the key before.
  private func takeKeys(_ count: Int, root: Int) throws -> Int64 {
    let number = SQLValue.integer(Int64(root))
    guard
      case .integer(let before) = try connection.value(
        "SELECT IFNULL(Z_MAX, 0) FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
        number
      ), let layout = layout[root],
      case .integer(let present) = try connection.value(
        "SELECT IFNULL(MAX(\(layout.columns.key)), 0) FROM \(layout.table)"
      )
    else { throw StoreFailure.corrupt(file.url, "Z_PRIMARYKEY lacks the entity \(root).") }
    let last = max(before, present)
    let (end, overflow) = last.addingReportingOverflow(Int64(count))
    guard !overflow else { throw StoreFailure.corrupt(file.url, "There are no more keys.") }
    try connection.run("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", .integer(end), number)
    return last
  }

  func save(_ changes: StoreChanges) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try translatingErrors {
      let save = SQLiteSave(self)
      do {
        try connection.transaction {
          try save.write(changes)
          if store.hasUnsavedMetadata { try file.write(store.metadata ?? [:]) }
        }
      } catch {
        save.discard()
        throw error
      }
      try save.finish(changes)
    }
  }
}
