import ManagedModel

// How values of one type become values of another. Core Data itself infers no such migration; what
// converts without a doubt is carried over all the same, so that a plan that is run with open eyes loses
// no more than it must.

extension ColumnType {
  /// Whether values can stay as they are in SQLite.
  func keepsSQLiteValues(as other: Self) -> Bool {
    sqliteConversion(from: other, of: "") != nil && self.isSQLiteExact(as: other)
  }

  private func isSQLiteExact(as other: Self) -> Bool {
    guard case .attribute(let type) = self, case .attribute(let target) = other else {
      return true
    }
    return type == target || (type.isWhole && target.isWhole)
      || (type.isText && target.isText)
  }

  /// An expression of this type for one of another, in SQLite; nil where there is none.
  func sqliteConversion(from other: Self, of expression: String) -> String? {
    guard case .attribute(let target) = self, case .attribute(let type) = other else {
      return expression
    }
    if type == target || (type.isText && target.isText) { return expression }
    switch (type.isWhole || type.isNumeric, target) {
    case (true, .integer16), (true, .integer32), (true, .integer64), (true, .boolean):
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

  /// What is stored as plain text.
  var isText: Bool { self == .string || self == .uri }
}

extension ColumnType {
  /// An expression of this type for one of another, in PostgreSQL; nil where there is none.
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
    case _ where type.isNumeric && target.isNumeric: return "\(expression)::\(postgreSQLName)"
    default: return nil
    }
  }
}
