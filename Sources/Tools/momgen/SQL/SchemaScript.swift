import Diagnostics
import ManagedModel
import ModelFiles
import SQLSchema

/// A schema as a commented text: each statement has a comment above it.
///
/// There are no comments inside statements, because a database keeps a statement's text, and in Core
/// Data's layout that text is the same as Core Data's, byte by byte.
struct SchemaScript {
  private let loaded: LoadedModel
  private let mapping: SchemaMapping
  private let header: [String]
  private let settings: [SchemaStatement]
  private let statements: [SchemaStatement]

  /// Statements around the others that do not depend on the model.
  private let opening: [String]
  private let closing: [String]

  /// The parts that could not be translated.
  let issues: [SchemaIssue]

  private let tables: [String: TableMapping]
  private let indexes: [String: IndexMapping]

  /// The script that creates an empty store in Core Data's layout.
  init(sqlite schema: SQLiteSchema, of loaded: LoadedModel) {
    self.loaded = loaded
    mapping = schema.mapping
    (tables, indexes) = Self.byName(schema.mapping)
    issues = schema.mapping.issues
    header = [
      "Dialect: sqlite, Core Data's own layout \(schema.era.rawValue) (\(schema.era.summary))",
      "The text of each statement is Core Data's. A store fills Z_METADATA and Z_MODELCACHE.",
    ]
    settings = schema.settings
    statements = schema.statements
    opening = ["BEGIN EXCLUSIVE"]
    closing = schema.primaryKeyRows.map(\.insertion) + ["COMMIT"]
  }

  /// The script that creates an empty PostgreSQL schema.
  init(postgreSQL schema: PostgreSQLSchema, of loaded: LoadedModel) {
    self.loaded = loaded
    mapping = schema.mapping
    (tables, indexes) = Self.byName(schema.mapping)
    issues = schema.issues
    header = [
      "Dialect: postgresql, profile \(schema.options.profile.rawValue), "
        + "naming \(schema.options.naming.rawValue)"
    ]
    settings = schema.statements.filter { $0.kind == .setting }
    statements = schema.statements.filter { $0.kind != .setting }
    opening = []
    closing = []
  }

  private static func byName(
    _ mapping: SchemaMapping
  ) -> (tables: [String: TableMapping], indexes: [String: IndexMapping]) {
    (
      Dictionary(mapping.tables.map { ($0.name, $0) }) { first, _ in first },
      Dictionary(mapping.indexes.map { ($0.name, $0) }) { first, _ in first }
    )
  }

  /// The whole script.
  var text: String {
    var text = ""
    for line in title + header { text += comment(line) }
    text += "\n"
    for setting in settings { text += setting.text + ";\n" }
    for line in opening { text += line + ";\n" }
    var last: String?
    for statement in statements {
      let heading = self.heading(of: statement)
      // Statements with the same purpose are grouped under one comment.
      if heading != last { text += "\n" + comment(heading) }
      last = heading
      for line in columns(of: statement) { text += comment("  " + line) }
      text += statement.text + ";\n"
    }
    if !closing.isEmpty { text += "\n" }
    for line in closing { text += line + ";\n" }
    return text
  }

  private var title: [String] {
    [
      "Model: \(loaded.bundle.name), version \(loaded.version.name)",
      "Checksum: \(VersionHashes(loaded.resolved).checksum)",
    ]
  }

  /// A comment line; whatever a name contains, it stays one line.
  private func comment(_ line: String) -> String {
    "-- " + line.visible + "\n"
  }

  private func heading(of statement: SchemaStatement) -> String {
    let table = tables[statement.name]
    switch (statement.kind, table?.content) {
    case (.systemTable, _), (.systemIndex, _): return "For the store itself"
    case (_, .objects(let root)?): return "Table of \(entities(below: root))"
    case (_, .join(let join)?):
      return "Pairs of \(mapping.model.title(of: join.owner)) and "
        + mapping.model.title(of: join.inverse)
    case (.index, nil), (.uniqueIndex, nil), (.virtualTable, nil):
      if let index = indexes[statement.name] {
        return "Index: " + index.reason.explanation(in: mapping.model)
      }
    default: break
    }
    return description(of: statement.element)
  }

  /// The names of the entities that share a table.
  private func entities(below root: Int) -> String {
    let family = mapping.model.subtree(of: mapping.model.entities[root]).map(\.name)
    guard family.count > 1 else { return family.joined() }
    return "\(family[0]) and its subentities " + family.dropFirst().joined(separator: ", ")
  }

  private func description(of element: SchemaElement) -> String {
    let model = mapping.model
    switch element {
    case .store: return "For the whole schema"
    case .entity(let index): return "Entity \(model.entities[index].name)"
    case .property(let location): return "Property \(model.title(of: location))"
    case .fetchIndex(let entity, let position):
      return "Fetch index \(model.entities[entity].name)."
        + model.entities[entity].entity.fetchIndexes[position].name
    case .compoundIndex(let entity, let position):
      return "Compound index \(position + 1) of \(model.entities[entity].name)"
    case .uniquenessConstraint(let entity, let position):
      return "Uniqueness constraint \(position + 1) of \(model.entities[entity].name)"
    }
  }

  /// The width to which names of columns are padded.
  ///
  /// It does not depend on the longest name, or a new name would change the lines of all the others.
  private static let nameWidth = 24

  /// One line for each column of a table that the statement creates.
  private func columns(of statement: SchemaStatement) -> [String] {
    guard statement.kind == .table || statement.kind == .joinTable,
      let table = tables[statement.name]
    else { return [] }
    return table.columns.map { column in
      column.name.visible.padded(to: Self.nameWidth) + "  "
        + column.origin.explanation(in: mapping.model)
    }
  }
}
