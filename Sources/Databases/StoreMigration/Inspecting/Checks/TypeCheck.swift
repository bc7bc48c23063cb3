import ManagedModel
import SQLDriver
import SQLSchema

/// Finds values that are not of the type of their column.
///
/// SQLite stores any value in any column; the program sees nil, or another value, where the stored one cannot be read
/// as the type of the attribute.
struct TypeCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    var result: [StoreProblem] = []
    for (table, mapping) in store.mapping.tables.enumerated() where store.has(table: table) {
      for (position, column) in mapping.columns.enumerated() {
        let reference = ColumnReference(table: table, column: position)
        guard store.has(reference) else { continue }
        if let expected = Expected(column) {
          if let problem = try problem(column, reference, expected) { result.append(problem) }
        }
        if column.type == .counter, let problem = try missingVersion(reference) {
          result.append(problem)
        }
      }
    }
    return result
  }

  /// Finds rows without a version, or with an invalid one.
  private func missingVersion(_ reference: ColumnReference) throws -> StoreProblem? {
    let name = try store.name(of: reference)
    let found = try store.rows(
      from: store.name(ofTable: reference.table),
      key: "rowid",
      where: "\(name) IS NULL OR typeof(\(name)) = 'integer' AND \(name) < 0"
    )
    guard let found else { return nil }
    let table = store.mapping.tables[reference.table].name
    return StoreProblem(
      .missingVersion,
      "\(found.count) \(found.count == 1 ? "row" : "rows") of \(table) "
        + "\(found.verb("has", "have")) no version, or a negative one \(found.examples)",
      count: found.count
    )
  }

  private func problem(
    _ column: ColumnMapping,
    _ reference: ColumnReference,
    _ expected: Expected
  ) throws -> StoreProblem? {
    let name = try store.name(of: reference)
    let found = try store.rows(
      from: store.name(ofTable: reference.table),
      key: "rowid",
      where: "\(name) IS NOT NULL AND (\(expected.isOther(name)))"
    )
    guard let found else { return nil }
    let table = store.mapping.tables[reference.table].name
    return StoreProblem(
      .wrongType,
      "\(found.count) \(found.count == 1 ? "row" : "rows") of \(table) \(found.verb("has", "have")) "
        + "a value in \(column.name) that is not \(expected.noun) \(found.examples)",
      element: column.origin.location.map { store.model.title(of: $0) },
      count: found.count
    )
  }
}

/// The values that a column may contain besides NULL.
private struct Expected: Sendable {
  let noun: String

  /// The condition that a column has another value.
  let isOther: @Sendable (String) -> String

  init(_ noun: String, _ isOther: @escaping @Sendable (String) -> String) {
    self.noun = noun
    self.isOther = isOther
  }

  /// Creates the expectation for a column; nil for one that cannot be checked, or that other checks cover.
  init?(_ column: ColumnMapping) {
    switch (column.origin, column.type) {
    case (.entityNumber, _): return nil
    case (.objectKey, _): self = Self("a key of an object") { "\($0) < 1" }
    case (_, .attribute(let type)):
      guard let expected = Self.value(of: type) else { return nil }
      self = expected
    case (_, .key), (_, .entityNumber), (_, .counter), (_, .orderingKey): self = .anyInteger
    }
  }

  private static let anyInteger = Self("an integer") { "typeof(\($0)) <> 'integer'" }

  private static func integer(bits: Int, _ range: ClosedRange<Int64>) -> Self {
    Self("an integer of \(bits) bits") {
      "typeof(\($0)) <> 'integer' OR \($0) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    }
  }

  private static func value(of type: AttributeType) -> Self? {
    switch type {
    case .integer16: integer(bits: 16, Int64(Int16.min)...Int64(Int16.max))
    case .integer32: integer(bits: 32, Int64(Int32.min)...Int64(Int32.max))
    case .integer64, .boolean: anyInteger
    case .double, .float, .date: Self("a number") { "typeof(\($0)) NOT IN ('integer', 'real')" }
    // A decimal with more digits than SQLite's numbers is a text.
    case .decimal:
      Self("a number") {
        "typeof(\($0)) = 'blob' OR typeof(\($0)) = 'text'"
          + " AND (\($0) = '' OR \($0) GLOB '*[^-+.0-9eE]*')"
      }
    case .string, .uri: Self("a text") { "typeof(\($0)) <> 'text'" }
    case .binary, .transformable: Self("data") { "typeof(\($0)) <> 'blob'" }
    case .uuid: Self("a UUID") { "typeof(\($0)) <> 'blob' OR length(\($0)) <> 16" }
    case .undefined, .objectID, .composite: nil
    }
  }
}
