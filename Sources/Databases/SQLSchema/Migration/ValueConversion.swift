import ManagedModel
import ModelComparison

// Conversion of values between types. Core Data infers it between numeric types. Other values with an unambiguous
// conversion are converted nevertheless, so that a plan that a user runs deliberately loses as little as possible.

extension ColumnType {
  /// Whether values can stay as they are in SQLite.
  func keepsSQLiteValues(as other: Self) -> Bool {
    sqliteConversion(from: other, of: "") != nil && self.isSQLiteExact(as: other)
  }

  private func isSQLiteExact(as other: Self) -> Bool {
    guard case .attribute(let type) = self, case .attribute(let target) = other else {
      return true
    }
    return type == target || (type.isText && target.isText)
      || (type.isWhole && target.isWhole && target != .boolean)
      || (type.isFloating && target.isFloating)
  }

  /// The SQLite expression that converts `expression` to this type; nil if there is none.
  func sqliteConversion(from other: Self, of expression: String) -> String? {
    guard case .attribute(let target) = self, case .attribute(let type) = other else {
      return expression
    }
    if type == target || (type.isText && target.isText) { return expression }
    switch (type.isWhole || type.isNumeric, target) {
    case (true, .boolean): return "(\(expression) <> 0)"
    case (true, .integer16), (true, .integer32), (true, .integer64):
      return type.isWhole ? expression : "CAST(\(expression) AS INTEGER)"
    case (true, .decimal), (true, .double), (true, .float): return expression
    case (true, .string): return "CAST(\(expression) AS TEXT)"
    default: return nil
    }
  }
}

extension AttributeType {
  /// Whole numbers, and Booleans, which are stored as such.
  var isWhole: Bool { isInteger || self == .boolean }

  /// Numbers that are stored as floating-point numbers.
  var isFloating: Bool { self == .double || self == .float }

  /// Whether values are stored as plain text.
  var isText: Bool { self == .string || self == .uri }
}

extension ColumnType {
  /// The PostgreSQL expression that converts `expression` to this type; nil if there is none.
  ///
  /// Numbers lose their fractions, as in Core Data; a cast alone would round them.
  func postgreSQLConversion(from other: Self, of expression: String) -> String? {
    guard case .attribute(let target) = self, case .attribute(let type) = other else {
      return expression
    }
    if type.postgreSQLName == target.postgreSQLName {
      return type == target || (type.isText && target.isText) ? expression : nil
    }
    switch (type, target) {
    case (.boolean, _) where target.isNumeric: return "\(expression)::integer::\(postgreSQLName)"
    case (_, .boolean) where type.isNumeric: return "\(expression) <> 0"
    case (_, .string) where type.isNumeric || type == .boolean || type == .uuid:
      return "\(expression)::text"
    case _ where type.isNumeric && target.isInteger && !type.isInteger:
      return "trunc(\(expression))::\(postgreSQLName)"
    case _ where type.isNumeric && target.isNumeric: return "\(expression)::\(postgreSQLName)"
    default: return nil
    }
  }

  /// The effect on the values of another numeric type; nil if one is not numeric, or both are the same.
  fileprivate func numberConversion(from other: Self) -> NumberConversion? {
    guard case .attribute(let target) = self, case .attribute(let type) = other else { return nil }
    return NumberConversion(from: type, to: target)
  }
}

extension SchemaTransition {
  /// The old columns whose numbers get another type in a new column, in the order of the old table.
  func numberConversions(
    into column: ColumnReference
  ) -> [(conversion: NumberConversion, source: ColumnReference)] {
    guard let table = tables[column.table].source else { return [] }
    return tables[column.table].columns[column.column].columns.sorted().compactMap { position in
      let source = ColumnReference(table: table, column: position)
      return new[column].type.numberConversion(from: old[source].type).map { ($0, source) }
    }
  }
}
