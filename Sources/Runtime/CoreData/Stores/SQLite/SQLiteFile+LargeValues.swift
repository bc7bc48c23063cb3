import Files
import Foundation
import SQLDriver
import SQLSchema
import SQLStore
import SQLiteDriver

extension SQLiteFile {
  /// Throws if files of large values are missing, without which a copy of the store would be incomplete.
  func requireLargeValues() throws {
    let missing = try missingLargeValues()
    guard let name = missing.min() else { return }
    let count = missing.count == 1 ? "a large value is" : "\(missing.count) large values are"
    throw StoreFailure.error(
      NSPersistentStoreOperationError,
      "The store refers to files that do not exist: \(count) missing, for instance '\(name)' in "
        + "'\(ExternalData.folder(for: url).path)'. OpenCoreDataAllowsDataLossOption allows the loss.",
      url: url
    )
  }

  /// The names of missing files that values refer to.
  private func missingLargeValues() throws -> Set<String> {
    let folders = [ExternalData.folder(for: url), ExternalData.folderBesideLink(to: url)]
    var present: Set<String> = []
    for case let folder? in folders {
      let names = try FileManager.default.names(in: folder).filter {
        FileReader().kind(of: folder.appendingPathComponent($0).path) == .file
      }
      present.formUnion(names.map { $0.uppercased() })
    }
    return try largeValueNames().filter { !present.contains($0.uppercased()) }
  }

  /// The names of files in the columns of objects.
  private func largeValueNames() throws -> Set<String> {
    let columns = try connection.rows(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND m.name LIKE 'Z%' AND m.name NOT LIKE 'Z\\_%' ESCAPE '\\' "
        + "AND c.type = 'BLOB'"
    )
    var names: Set<String> = []
    for case (.text(let table), .text(let column)) in columns.map({ ($0[0], $0[1]) }) {
      let value = try connection.dialect.identifier(column)
      let rows = try connection.rows(
        "SELECT \(value) FROM \(try connection.dialect.identifier(table)) "
          + "WHERE length(\(value)) < 64 AND substr(\(value), 1, 1) = X'02'"
      )
      for case .blob(let bytes) in rows.map({ $0[0] }) {
        if let name = ExternalDataFolder.fileName(in: bytes) { names.insert(name) }
      }
    }
    return names
  }
}
