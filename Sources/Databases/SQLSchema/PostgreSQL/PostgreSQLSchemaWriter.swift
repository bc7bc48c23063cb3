import Diagnostics
import ManagedModel

/// Writes the statements of a schema from its mapping.
struct PostgreSQLSchemaWriter {
  let mapping: SchemaMapping
  let options: PostgreSQLSchemaOptions
  let requirements: RequiredKeys
  let declarations: AttributeDeclarations

  var names: DatabaseNameScope
  var statements: [SchemaStatement] = []
  var issues: [SchemaIssue] = []

  /// The expressions of generated columns, by the columns.
  var generated: [ColumnReference: String] = [:]

  /// The columns that the database writes itself.
  var maintained: Set<ColumnReference> = []

  init(mapping: SchemaMapping, options: PostgreSQLSchemaOptions, names: DatabaseNameScope) {
    self.mapping = mapping
    self.options = options
    self.names = names
    requirements = RequiredKeys(mapping: mapping, profile: options.profile)
    declarations = AttributeDeclarations(mapping: mapping)
  }

  var isDistributed: Bool { options.profile == .distributed }

  mutating func write(columnPlans derivations: [PostgreSQLDerivation]) {
    for derivation in derivations {
      maintained.insert(derivation.column.column)
      if case .generated(let expression) = derivation.means {
        generated[derivation.column.column] = expression
      }
    }
    writeSettings()
    for table in mapping.tables.indices { writeTable(table) }
    for table in mapping.tables.indices { writeForeignKeys(of: table) }
    for index in mapping.indexes { writeIndex(index) }
    var triggers = DerivationTriggersWriter(mapping: mapping, names: names)
    triggers.write(derivations)
    statements.append(contentsOf: triggers.statements)
    names = triggers.names
    writeComments()
    statements.append(
      contentsOf: PostgreSQLSystemTables.statements(for: mapping, profile: options.profile)
    )
    reviewNames()
    if isDistributed { reviewDistribution() }
  }

  /// Writes the settings.
  ///
  /// A backslash in a literal must be literal, whatever the server's configuration says.
  ///
  /// In the portable profile waits for locks have a time limit.
  private mutating func writeSettings() {
    var settings = ["SET standard_conforming_strings = on"]
    if isDistributed { settings.insert("SET lock_timeout = '5s'", at: 0) }
    statements.append(
      contentsOf: settings.map {
        SchemaStatement(.setting, name: "", text: $0, element: .store)
      }
    )
  }

  /// The name in quotes.
  func quoted(_ name: String) -> String {
    PostgreSQLText.identifier(name)
  }

  /// The name of a column in quotes.
  func quoted(_ column: ColumnReference) -> String {
    quoted(mapping[column].name)
  }

  func tableName(_ table: Int) -> String {
    mapping.tables[table].name
  }

  /// The table of a root's tree.
  func table(ofEntity entity: Int) -> Int {
    mapping.entities[entity].table
  }

  /// The part of the model that a table belongs to.
  func element(ofTable table: Int) -> SchemaElement {
    switch mapping.tables[table].content {
    case .objects(let root): .entity(root)
    case .join(let join): .property(join.owner)
    }
  }

  /// Reports names with U+0000, which PostgreSQL does not allow: such a name cannot be kept in the table of entities.
  private mutating func reviewNames() {
    for entity in mapping.model.entities where entity.name.utf8.contains(0) {
      issues.append(
        SchemaIssue(
          .error,
          rule: .nullCharacterInName,
          "the name of entity '\(entity.name)' contains a null character, which PostgreSQL cannot store",
          at: .entity(entity.index)
        )
      )
    }
  }
}

extension SchemaMapping {
  /// The key column of a table of objects.
  func keyColumn(ofTable table: Int) -> ColumnReference? {
    tables[table].columns.firstIndex { $0.origin == .objectKey }
      .map { ColumnReference(table: table, column: $0) }
  }

  /// The column that counts saves.
  func versionColumn(ofTable table: Int) -> ColumnReference? {
    tables[table].columns.firstIndex { $0.origin == .version }
      .map { ColumnReference(table: table, column: $0) }
  }
}
