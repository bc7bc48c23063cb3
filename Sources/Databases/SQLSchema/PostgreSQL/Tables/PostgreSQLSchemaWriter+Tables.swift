import Diagnostics
import ManagedModel

// Tables with their columns, and the constraints that concern one table alone.
extension PostgreSQLSchemaWriter {
  mutating func writeTable(_ table: Int) {
    var columns: [String] = []
    var constraints: [String] = []
    var remarks: [String] = []
    addPrimaryKey(of: table, to: &constraints)
    for column in mapping.tables[table].columns.indices {
      let reference = ColumnReference(table: table, column: column)
      let rules = rules(for: reference)
      columns.append(definition(of: reference, rules))
      remarks.append(contentsOf: rules.remarks)
      addConstraints(rules, of: reference, to: &constraints)
    }
    let create = isDistributed ? "CREATE TABLE IF NOT EXISTS" : "CREATE TABLE"
    let lines = (columns + constraints).map { "  \($0)" }.joined(separator: ",\n")
    let notes = remarks.map { "  \(PostgreSQLText.comment($0))\n" }.joined()
    let isJoin = if case .join = mapping.tables[table].content { true } else { false }
    statements.append(
      SchemaStatement(
        isJoin ? .joinTable : .table,
        name: tableName(table),
        text: "\(create) \(quoted(tableName(table))) (\n\(notes)\(lines)\n)",
        element: element(ofTable: table)
      )
    )
  }

  private mutating func addPrimaryKey(of table: Int, to constraints: inout [String]) {
    let columns: [String]
    switch mapping.tables[table].content {
    case .objects: columns = mapping.keyColumn(ofTable: table).map { [mapping[$0].name] } ?? []
    case .join: columns = mapping.tables[table].columns.prefix(2).map(\.name)
    }
    let name = claim(tableName(table), "pkey")
    constraints.append(
      "CONSTRAINT \(quoted(name)) PRIMARY KEY (\(PostgreSQLText.list(columns)))"
    )
  }

  mutating func claim(_ words: String...) -> String {
    let name = words.joined(separator: "_")
    return names.claim([name], identity: name)
  }

  private func definition(of column: ColumnReference, _ rules: ColumnRules) -> String {
    var text = "\(quoted(column)) \(mapping[column].type.postgreSQLName)"
    if let expression = generated[column] {
      return text + " GENERATED ALWAYS AS (\(expression)) STORED"
    }
    if let literal = rules.defaultLiteral { text += " DEFAULT \(literal)" }
    if rules.isRequired { text += " NOT NULL" }
    return text
  }

  private mutating func addConstraints(
    _ rules: ColumnRules,
    of column: ColumnReference,
    to constraints: inout [String]
  ) {
    let table = tableName(column.table)
    let name = mapping[column].name
    func check(_ constraint: String, _ expression: String) -> String {
      "CONSTRAINT \(quoted(constraint)) CHECK (\(expression))"
    }
    if let numbers = rules.requiredFor,
      let entity = mapping.entityNumberColumn(ofTable: column.table)
    {
      let expression =
        PostgreSQLText.isNotAmong(quoted(entity), numbers) + " OR \(quoted(column)) IS NOT NULL"
      constraints.append(check(claim(table, name, "required"), expression))
    }
    for rule in rules.checks {
      constraints.append(check(claim(table, name, rule.word), rule.expression))
    }
  }
}

// MARK: - Rules of columns

extension PostgreSQLSchemaWriter {
  private mutating func rules(for column: ColumnReference) -> ColumnRules {
    var rules = ColumnRules()
    switch mapping[column].origin {
    case .objectKey, .joinKey, .joinSource: rules.isRequired = true
    case .entityNumber:
      rules.isRequired = true
      addFamily(to: &rules, table: column.table, column)
    case .version:
      rules.isRequired = true
      rules.defaultLiteral = "1"
    case .attribute(let location):
      if !maintained.contains(column) { addAttribute(location, column, to: &rules) }
    case .foreignKey(let location):
      let relationship = mapping.model.property(at: location).relationship
      if relationship?.isOptional == false, !requirements.cyclic.contains(location) {
        require(&rules, for: location, table: column.table)
      }
    case .compositeMember, .destinationEntity, .ownerKey, .orderingKey, .joinOrderingKey: break
    }
    return rules
  }

  /// Requires a value in the rows of the entities that declare the property; rows of others share the table.
  private func require(_ rules: inout ColumnRules, for location: PropertyLocation, table: Int) {
    let entity = mapping.model.entities[location.entity]
    if entity.parent == nil {
      rules.isRequired = true
    } else {
      rules.requiredFor = mapping.entities[location.entity].familyNumbers
    }
  }

  private func addFamily(to rules: inout ColumnRules, table: Int, _ column: ColumnReference) {
    guard case .objects(let root) = mapping.tables[table].content else { return }
    let family = mapping.entities[root].familyNumbers
    rules.checks.append(
      ColumnCheck(
        word: "family",
        expression: PostgreSQLText.isAmong(quoted(column), family)
      )
    )
  }

  private mutating func addAttribute(
    _ location: PropertyLocation,
    _ column: ColumnReference,
    to rules: inout ColumnRules
  ) {
    guard let attribute = declarations.attribute(at: location), !attribute.isDerived else { return }
    if !attribute.isOptional { require(&rules, for: location, table: column.table) }
    var checks = ValidationChecks(
      attribute: attribute,
      title: mapping.model.title(of: location),
      element: .property(location),
      profile: options.profile,
      column: quoted(column)
    )
    checks.run()
    rules.checks = checks.checks
    rules.remarks = checks.remarks
    issues.append(contentsOf: checks.issues)
    // A default of a subentity's attribute would fill the rows of all others.
    guard mapping.model.entities[location.entity].parent == nil else { return }
    do {
      rules.defaultLiteral = try DefaultLiteral.literal(of: attribute)
    } catch {
      issues.append(
        SchemaIssue(
          .warning,
          rule: .unusableDefault,
          "the default value of attribute '\(mapping.model.title(of: location))' "
            + error.explanation,
          at: .property(location)
        )
      )
    }
  }
}
