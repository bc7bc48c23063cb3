import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// Moves, converts and fills rows.
  mutating func changeRows() {
    copyRows()
    for table in new.tables.indices where ancestor(of: table) != nil { fillColumns(of: table) }
    for connection in transition.connections { connect(connection) }
    for pairing in transition.pairings { pair(pairing) }
    for (location, storage) in transition.reflections { reflect(location, storage) }
    for table in new.tables.indices where transition.tables[table].source != nil {
      fillDestinationEntities(of: table)
      fillOrders(of: table)
    }
    disconnect()
    for table in new.tables.indices where ancestor(of: table) != nil {
      deleteRows(of: table)
    }
    for table in new.tables.indices where ancestor(of: table) != nil { renumber(table) }
    fillDerivations()
  }

  func rows(_ kind: MigrationStep.Kind, _ title: String, _ text: String) -> MigrationStep {
    MigrationStep(kind, title, [text], lock: .rowExclusive, work: .rows)
  }

  func oldColumn(_ column: ColumnReference) -> String {
    quoted(oldColumnNames[column.table][column.column])
  }

  func oldEntityColumn(_ table: Int) -> String? {
    old.entityNumberColumn(ofTable: table).map { oldColumn($0) }
  }

  func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  /// The expression for a new column in terms of the old table.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - source: The old table.
  ///   - other: The expression for rows of entities without a value.
  /// - Returns: The expression; nil if no values are kept.
  private func value(
    of column: ColumnReference,
    from source: Int,
    else other: String? = nil
  ) -> String? {
    func converted(_ position: Int) -> String? {
      let reference = ColumnReference(table: source, column: position)
      return new[column].type.postgreSQLConversion(
        from: old[reference].type,
        of: oldColumn(reference)
      )
    }
    let sources = transition.tables[column.table].columns[column.column]
    switch sources {
    case .none:
      guard new[column].origin == .entityNumber else { return nil }
      return transition.tables[column.table].entities.first.map { "\($0.newNumber)" }
    case .column(let position): return converted(position)
    case .columns(let parts):
      guard let entity = oldEntityColumn(source) else {
        return parts.first.flatMap { converted($0.column) }
      }
      let cases = parts.compactMap { part in
        converted(part.column).map { " WHEN \(part.oldNumber) THEN \($0)" }
      }
      guard !cases.isEmpty else { return nil }
      return "CASE \(entity)\(cases.joined())\(other.map { " ELSE \($0)" } ?? "") END"
    }
  }

  /// The expression for a column of a row that is copied into a new table, where defaults replace missing values that
  /// are required.
  private func completeValue(of column: ColumnReference, from source: Int) -> String? {
    let value = value(of: column, from: source)
    guard let literal = defaultLiteral(of: column), let (fresh, replaced) = gaps(of: column),
      // The column's own default fills rows without a value.
      value != nil || definition(new: column).defaultLiteral == nil
    else { return value }
    let entities = transition.tables[column.table].entities
    let filled = value.map { "COALESCE(\($0), \(literal))" } ?? literal
    let parts = (fresh.map { ($0, literal) } + replaced.map { ($0, filled) })
    guard !parts.isEmpty else { return value }
    guard let entity = oldEntityColumn(source), parts.count < entities.count || !fresh.isEmpty
    else {
      return parts.first?.1
    }
    let cases = parts.map { " WHEN \($0.0.oldNumber) THEN \($0.1)" }.joined()
    return "CASE \(entity)\(cases) ELSE \(value ?? "NULL") END"
  }

  /// The entities whose rows get the default of an attribute: those to which it is new, and those in which it is no
  /// longer optional.
  private func gaps(
    of column: ColumnReference
  ) -> (fresh: [EntityTransition], replaced: [EntityTransition])? {
    guard case .attribute(let location) = new[column].origin,
      let attribute = new.model.property(at: location).attribute
    else { return nil }
    let gaps = transition.gaps(of: location, in: column) {
      new[column].type.postgreSQLConversion(from: $0, of: "") != nil
    }
    return (gaps.new, attribute.isOptional ? [] : gaps.known)
  }

  /// The cautions for the conversion of numbers into a column.
  private func cautions(of column: ColumnReference) -> [MigrationCaution] {
    let conversions = transition.numberConversions(into: column).map(\.conversion)
    return (conversions.contains(where: \.changesValues) ? [.losesData] : [])
      + (conversions.contains(where: \.isLimited) ? [.dependsOnData] : [])
  }

  /// Copies the rows of existing objects into new tables.
  private mutating func copyRows() {
    for table in new.tables.indices where ancestor(of: table) == nil {
      guard let source = transition.tables[table].source else { continue }
      var columns: [String] = []
      var values: [String] = []
      for column in new.tables[table].columns.indices {
        let reference = ColumnReference(table: table, column: column)
        guard definition(new: reference).generated == nil,
          var value = completeValue(of: reference, from: source)
        else { continue }
        if new[reference].origin == .entityNumber {
          value = renumbering(of: value, transition.tables[table].entities) ?? value
        }
        columns.append(new[reference].name)
        values.append(value)
      }
      var text = "INSERT INTO \(tableName(table)) (\(PostgreSQLText.list(columns))) "
      text += "SELECT \(values.joined(separator: ", ")) FROM \(quoted(oldNames[source]))"
      let numbers = transition.tables[table].entities.map(\.oldNumber)
      if let entity = oldEntityColumn(source), !numbers.isEmpty {
        text += " WHERE \(entity) IN (\(list(numbers)))"
      }
      var step = rows(.copyRows, "copy the rows of \(new.tables[table].name)", text)
      step.cautions =
        new.tables[table].columns.indices.flatMap {
          cautions(of: ColumnReference(table: table, column: $0))
        }.unique
      if transition.losesAttributes(inTable: table) {
        step.cautions = (step.cautions + [.losesData]).unique
      }
      steps.append(step)
    }
  }

  private mutating func fillColumns(of table: Int) {
    guard let source = ancestor(of: table) else { return }
    for column in new.tables[table].columns.indices {
      let reference = ColumnReference(table: table, column: column)
      let later = definition(new: reference)
      guard later.generated == nil, new[reference].origin != .entityNumber else { continue }
      let title = "\(new.tables[table].name).\(new[reference].name)"
      let isNew = ancestor(of: reference) == nil
      if isNew, isCopied(reference),
        let value = value(of: reference, from: source, else: name(reference))
      {
        var step = rows(
          .fill,
          "fill \(title) from the existing values (in batches, if the table is large)",
          "UPDATE \(tableName(table)) SET \(name(reference)) = \(value)"
        )
        step.cautions = cautions(of: reference)
        steps.append(step)
      }
      if let literal = defaultLiteral(of: reference) {
        fillDefault(literal, reference, isNew: isNew)
      }
    }
  }

  /// The default of an attribute; a column that entities without the attribute share has none.
  private func defaultLiteral(of column: ColumnReference) -> String? {
    guard case .attribute(let location) = new[column].origin,
      let attribute = new.model.property(at: location).attribute, !attribute.isDerived
    else { return nil }
    return try? DefaultLiteral.literal(of: attribute)
  }

  /// Sets an attribute to its default in rows to which it is new, or in which it is no longer optional.
  ///
  /// - Parameters:
  ///   - literal: The default.
  ///   - column: The column.
  ///   - isNew: Whether the column is new.
  private mutating func fillDefault(
    _ literal: String,
    _ column: ColumnReference,
    isNew: Bool
  ) {
    guard let source = ancestor(of: column.table), let (fresh, replaced) = gaps(of: column) else {
      return
    }
    // The default of a new column has filled the rows to which the attribute is new.
    var isFilled = isNew && definition(new: column).defaultLiteral != nil
    if case .column = transition.tables[column.table].columns[column.column] { isFilled = false }
    let owners = ((isFilled ? [] : fresh) + replaced).map(\.oldNumber).sorted()
    guard !owners.isEmpty else { return }
    var conditions = ["\(name(column)) IS NULL"]
    if owners.count < transition.tables[column.table].entities.count,
      let entity = oldEntityColumn(source)
    {
      conditions.append("\(entity) IN (\(list(owners)))")
    }
    steps.append(
      rows(
        .fill,
        "fill \(new.tables[column.table].name).\(new[column].name) with the default",
        "UPDATE \(tableName(column.table)) SET \(name(column)) = \(literal) "
          + "WHERE \(conditions.joined(separator: " AND "))"
      )
    )
  }

  /// Deletes the objects of entities that are removed or moved to another table.
  private mutating func deleteRows(of table: Int) {
    let left = transition.tables[table].leftNumbers
    guard !left.isEmpty, let source = ancestor(of: table),
      let entity = oldEntityColumn(source)
    else { return }
    var step = rows(
      .deleteRows,
      "delete objects that no longer belong in \(new.tables[table].name)",
      "DELETE FROM \(tableName(table)) WHERE \(entity) IN (\(list(left)))"
    )
    if transition.losesObjects(inTable: table) { step.cautions = [.losesData] }
    steps.append(step)
  }

  private mutating func renumber(_ table: Int) {
    for (position, column) in new.tables[table].columns.enumerated() {
      let reference = ColumnReference(table: table, column: position)
      let entities: [EntityTransition]
      switch column.origin {
      case .entityNumber where ancestor(of: reference) != nil:
        entities = transition.tables[table].entities
      case .destinationEntity(let location) where isCopied(reference):
        entities =
          new.destinationTable(of: location).map { transition.tables[$0].entities } ?? []
      default: continue
      }
      guard let value = renumbering(of: name(reference), entities) else { continue }
      steps.append(
        rows(
          .renumber,
          "update the entity numbers in \(new.tables[table].name)",
          "UPDATE \(tableName(table)) SET \(name(reference)) = \(value)"
        )
      )
    }
  }

  private func renumbering(of expression: String, _ entities: [EntityTransition]) -> String? {
    let cases = entities.filter { $0.oldNumber != $0.newNumber }
      .map { " WHEN \($0.oldNumber) THEN \($0.newNumber)" }
    return cases.isEmpty ? nil : "CASE \(expression)\(cases.joined()) ELSE \(expression) END"
  }

  // MARK: Relationships

  func oldKey(_ table: Int) -> String? {
    old.keyColumn(ofTable: table).map { oldColumn($0) }
  }

  func newKey(_ table: Int) -> String? { new.keyColumn(ofTable: table).map { name($0) } }

  private mutating func fillDestinationEntities(of table: Int) {
    for (position, column) in new.tables[table].columns.enumerated() {
      let reference = ColumnReference(table: table, column: position)
      guard case .destinationEntity(let location) = column.origin,
        !isCopied(reference) || transition.lacksEntityNumbers(location),
        case .toOne(let storage) = new[location],
        let target = new.destinationTable(of: location),
        let entity = new.entityNumberColumn(ofTable: target), let key = newKey(target)
      else { continue }
      steps.append(
        rows(
          .fill,
          "fill \(new.tables[table].name).\(column.name)",
          "UPDATE \(tableName(table)) AS t SET \(name(reference)) = d.\(name(entity)) "
            + "FROM \(tableName(target)) AS d WHERE d.\(key) = t.\(name(storage.key))"
            + (isCopied(reference) ? " AND t.\(name(reference)) IS NULL" : "")
        )
      )
    }
  }

  /// Orders objects by their keys where a relationship becomes ordered.
  private mutating func fillOrders(of table: Int) {
    for (position, column) in new.tables[table].columns.enumerated() {
      let reference = ColumnReference(table: table, column: position)
      guard !isCopied(reference), !orderedColumns.contains(reference) else { continue }
      let order: (value: String, location: PropertyLocation)
      switch column.origin {
      case .orderingKey(let location):
        guard let key = newKey(table) else { continue }
        order = (key, location)
      case .joinOrderingKey(let location):
        guard case .join(let storage) = new[location] else { continue }
        order = (name(storage.destination), location)
      default: continue
      }
      steps.append(
        rows(
          .fill,
          "order the objects of \(new.model.title(of: order.location))",
          "UPDATE \(tableName(table)) SET \(name(reference)) = \(order.value)"
        )
      )
    }
  }
}

extension [MigrationCaution] {
  /// The cautions without duplicates.
  fileprivate var unique: Self { MigrationCaution.allCases.filter(contains) }
}
