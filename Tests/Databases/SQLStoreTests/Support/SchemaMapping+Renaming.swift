@testable import SQLSchema

extension SchemaMapping {
  /// The mapping with another name for a table.
  func renaming(_ table: String, to name: String) -> Self {
    var result = self
    for index in tables.indices where tables[index].name == table {
      result.tables[index].name = name
    }
    return result
  }
}
