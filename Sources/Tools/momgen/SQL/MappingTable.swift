import Diagnostics
import ManagedModel
import SQLSchema

/// The storage of every property of a model as a table of text, which `momgen sql --explain` prints.
struct MappingTable {
  private let mapping: SchemaMapping
  private let typeName: (ColumnType) -> String

  /// - Parameters:
  ///   - mapping: The mapping.
  ///   - typeName: The name of a type in the dialect.
  init(_ mapping: SchemaMapping, typeName: @escaping (ColumnType) -> String) {
    self.mapping = mapping
    self.typeName = typeName
  }

  var text: String {
    let rows = [["entity", "property", "column", "type", "why"]] + self.rows
    let widths = (0..<4).map { column in
      rows.map { TextWidth.of($0[column].visible) }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for column in 0..<4 { line += row[column].visible.padded(to: widths[column]) + "  " }
      return line + row[4].visible + "\n"
    }.joined()
  }

  /// The rows: one for each column, then one for each property without any.
  private var rows: [[String]] {
    mapping.tables.flatMap { table in
      table.columns.map { column in
        let location = column.origin.location
        return [
          location.map { mapping.model.entities[$0.entity].name } ?? owner(of: table),
          location.map { mapping.model.property(at: $0).name } ?? "",
          "\(table.name).\(column.name)",
          typeName(column.type),
          column.origin.explanation(in: mapping.model),
        ]
      }
    } + unstored
  }

  private func owner(of table: TableMapping) -> String {
    switch table.content {
    case .objects(let root): mapping.model.entities[root].name
    case .join(let join): mapping.model.entities[join.owner.entity].name
    }
  }

  private var unstored: [[String]] {
    mapping.model.entities.flatMap { entity in
      entity.entity.properties.enumerated().compactMap { position, property -> [String]? in
        let location = PropertyLocation(entity: entity.index, property: position)
        guard case .none = mapping[location] else { return nil }
        let why = property.isTransient ? "not stored: it is transient" : "not stored"
        let fetched = property.fetchedProperty == nil ? why : "not stored: its value is fetched"
        return [entity.name, property.name, "", "", fetched]
      }
    }
  }
}
