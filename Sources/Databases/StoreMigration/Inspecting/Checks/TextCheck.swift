import ManagedModel
import SQLDriver
import SQLSchema

/// Finds texts that are not valid in the encoding of the database.
///
/// SQLite stores any bytes as a text; a program that reads them gets other text.
struct TextCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    guard case .text(let name) = try store.connection.value("PRAGMA encoding"),
      let encoding = TextEncoding(rawValue: name)
    else { return [] }
    var result: [StoreProblem] = []
    for (table, mapping) in store.mapping.tables.enumerated() where store.has(table: table) {
      for (position, column) in mapping.columns.enumerated() {
        let reference = ColumnReference(table: table, column: position)
        guard column.holdsText, store.has(reference) else { continue }
        if let problem = try problem(column, reference, encoding) { result.append(problem) }
      }
    }
    return result
  }

  private func problem(
    _ column: ColumnMapping,
    _ reference: ColumnReference,
    _ encoding: TextEncoding
  ) throws -> StoreProblem? {
    let name = try store.name(of: reference)
    let statement = try store.connection.cached(
      "SELECT rowid, CAST(\(name) AS BLOB) FROM \(try store.name(ofTable: reference.table)) "
        + "WHERE typeof(\(name)) = 'text' AND (\(encoding.isDoubtful(name)))"
    )
    defer { statement.reset() }
    var found = FoundRows(count: 0, keys: [])
    while try statement.step() {
      let row = statement.values
      if case .blob(let bytes) = row[1], !encoding.isValid(bytes) { found.add(row[0]) }
    }
    guard found.count > 0 else { return nil }
    let table = store.mapping.tables[reference.table].name
    return StoreProblem(
      .damagedText,
      "\(found.count) \(found.count == 1 ? "row" : "rows") of \(table) \(found.verb("has", "have")) "
        + "a text in \(column.name) that is not valid \(encoding.name) \(found.examples)",
      element: column.origin.location.map { store.model.title(of: $0) },
      count: found.count
    )
  }
}

extension ColumnMapping {
  fileprivate var holdsText: Bool {
    guard case .attribute(let type) = type else { return false }
    return type == .string || type == .uri
  }
}

/// The encoding of all texts of a database, by SQLite's name.
private enum TextEncoding: String {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16le"
  case utf16BigEndian = "UTF-16be"

  var name: String { self == .utf8 ? "UTF-8" : "UTF-16" }

  /// The condition for texts that have to be checked: pure ASCII texts, which are most, need not be.
  ///
  /// Patterns match a text up to its first NUL, and in UTF-16 without an extra byte at the end.
  func isDoubtful(_ text: String) -> String {
    let others = "\(text) GLOB '*[^' || char(1) || '-' || char(127) || ']*'"
    let bytes = "CAST(\(text) AS BLOB)"
    return self == .utf8
      ? "\(others) OR instr(\(bytes), X'00') > 0"
      : "\(others) OR length(\(bytes)) <> 2 * length(\(text))"
  }

  func isValid(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .utf8: return String(validating: bytes, as: UTF8.self) != nil
    case .utf16LittleEndian, .utf16BigEndian:
      guard bytes.count.isMultiple(of: 2) else { return false }
      let high = self == .utf16LittleEndian ? 1 : 0
      let units = stride(from: 0, to: bytes.count, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
      }
      return String(validating: units, as: UTF16.self) != nil
    }
  }
}
