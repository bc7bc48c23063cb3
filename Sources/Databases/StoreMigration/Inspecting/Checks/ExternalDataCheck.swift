import Files
import ManagedModel
import ModelFiles
import SQLDriver
import SQLSchema

/// Compares the files of large values with the references in the columns of a store.
struct ExternalDataCheck {
  let folder: ExternalDataFolder

  /// Finds the files, and the problems with them.
  ///
  /// - Parameter store: The store; nil if its model is not known, and so the references to files are not either.
  /// - Returns: The files.
  /// - Throws: An `SQLError`.
  func inspection(of store: CheckedStore?) throws -> ExternalDataInspection {
    let files = (try? FileReader().names(in: folder.path)) ?? []
    var result = ExternalDataInspection(path: folder.path, fileCount: files.count)
    for name in files {
      result.bytes += StoreFileSizes.bytes(of: "\(folder.path)/\(name)") ?? 0
    }
    guard let store else { return result }
    let uses = try self.uses(in: store, &result)
    let present = Set(([folder.path] + [folder.linkPath].compactMap(\.self)).flatMap(Self.values))
    for (name, element) in uses where !present.contains(name) {
      result.missing.append(ExternalFile(name: name, element: element))
    }
    result.missing.sort { $0.name < $1.name }
    result.unused = files.filter { uses[$0.uppercased()] == nil }
      .map { ExternalFile(name: $0, element: nil) }
    return result
  }

  /// The names of the files in a folder that are readable, in capitals.
  private static func values(in folder: String) -> [String] {
    let names = (try? FileReader().names(in: folder)) ?? []
    return names.filter { FileReader().kind(of: "\(folder)/\($0)") == .file }
      .map { $0.uppercased() }
  }

  /// The names of the files that columns refer to, and the attribute of each.
  ///
  /// Attributes with references that lack a name are recorded in the inspection.
  private func uses(
    in store: CheckedStore,
    _ inspection: inout ExternalDataInspection
  ) throws -> [String: String] {
    var result: [String: String] = [:]
    for (table, content) in store.mapping.tables.enumerated() {
      for (position, column) in content.columns.enumerated() {
        let reference = ColumnReference(table: table, column: position)
        guard case .attribute(let location) = column.origin, store.has(reference),
          let attribute = store.model.property(at: location).attribute,
          attribute.allowsExternalBinaryDataStorage
        else { continue }
        let value = try store.name(of: reference)
        // Only the first bytes, because values in the column may be large.
        let rows = try store.connection.rows(
          "SELECT substr(\(value), 1, 64) FROM \(try store.name(ofTable: table)) "
            + "WHERE typeof(\(value)) = 'blob' AND substr(\(value), 1, 1) = X'02'"
        )
        for case .blob(let bytes) in rows.map({ $0[0] }) {
          let title = store.model.title(of: location)
          if let name = ExternalDataFolder.fileName(in: bytes) {
            result[name.uppercased()] = title
          } else {
            inspection.nameless[title, default: 0] += 1
          }
        }
      }
    }
    return result
  }
}

/// The files of a store's large values.
package struct ExternalDataInspection: Sendable, Hashable {
  /// The folder.
  package var path: String
  package var fileCount: Int
  package var bytes = 0

  /// Missing files that values refer to.
  package var missing: [ExternalFile] = []

  /// The number of references that lack a name, by the title of the attribute.
  package var nameless: [String: Int] = [:]

  /// Files that no value refers to.
  package var unused: [ExternalFile] = []

  package init(path: String, fileCount: Int) {
    self.path = path
    self.fileCount = fileCount
  }

  /// The problems with the files.
  var problems: [StoreProblem] {
    nameless.sorted { $0.key < $1.key }.map { title, count in
      StoreProblem(
        .missingFile,
        count == 1
          ? "the name of the file of a value is damaged"
          : "the names of the files of \(count) values are damaged",
        element: title
      )
    }
      + missing.map {
        StoreProblem(
          .missingFile,
          "the file '\($0.name)' of a value is missing",
          element: $0.element
        )
      }
      + unused.map {
        StoreProblem(
          .unusedFile,
          "the file '\($0.name)' in '\(path)' does not belong to any object"
        )
      }
  }
}

extension ExternalDataInspection {
  /// Returns the inspection without problems that were only temporary.
  ///
  /// Files are not part of transactions: another program may have saved between reading the rows and reading the
  /// folder.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - model: Its model.
  /// - Returns: The inspection with the problems that another connection finds as well.
  func confirmed(in path: String, model: Model?) -> ExternalDataInspection {
    guard let model, !missing.isEmpty || !unused.isEmpty else { return self }
    let check = ExternalDataCheck(folder: ExternalDataFolder(ofStoreFileAt: path))
    let second = try? OpenedStore.withStore(at: path) {
      try check.inspection(of: CheckedStore($0, model: model))
    }
    guard let again = second else { return self }
    var result = self
    result.missing.removeAll { !again.missing.contains($0) }
    result.unused.removeAll { !again.unused.contains($0) }
    return result
  }
}

/// A file of a large value.
package struct ExternalFile: Sendable, Hashable {
  package var name: String

  /// The attribute whose value it is.
  package var element: String?
}
