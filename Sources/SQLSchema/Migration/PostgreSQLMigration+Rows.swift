import ManagedModel

extension PostgreSQLMigration {
  /// Moves and fills rows.
  mutating func changeRows() {
    copyRows()
    for table in new.tables.indices where ancestor(of: table) != nil { fillColumns(of: table) }
    for connection in transition.connections { connect(connection) }
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

  private func rows(_ kind: MigrationStep.Kind, _ title: String, _ text: String) -> MigrationStep {
    MigrationStep(kind, title, [text], lock: .rowExclusive, work: .rows)
  }

  func oldColumn(_ column: ColumnReference) -> String {
    quoted(oldColumnNames[column.table][column.column])
  }

  private func oldEntityColumn(_ table: Int) -> String? {
    old.entityNumberColumn(ofTable: table).map { oldColumn($0) }
  }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  /// The expression for a new column in terms of the old table.
  private func value(of column: ColumnReference, from source: Int) -> String? {
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
      return cases.isEmpty ? nil : "CASE \(entity)\(cases.joined()) END"
    }
  }

  /// Into tables that are new, but whose objects are not.
  private mutating func copyRows() {
    for table in new.tables.indices where ancestor(of: table) == nil {
      guard let source = transition.tables[table].source else { continue }
      var columns: [String] = []
      var values: [String] = []
      for column in new.tables[table].columns.indices {
        let reference = ColumnReference(table: table, column: column)
        guard definition(new: reference).generated == nil,
          var value = value(of: reference, from: source)
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
      steps.append(rows(.copyRows, "copy the rows of \(new.tables[table].name)", text))
    }
  }

  private mutating func fillColumns(of table: Int) {
    guard let source = ancestor(of: table) else { return }
    for column in new.tables[table].columns.indices {
      let reference = ColumnReference(table: table, column: column)
      let later = definition(new: reference)
      guard later.generated == nil, new[reference].origin != .entityNumber else { continue }
      let title = "\(new.tables[table].name).\(new[reference].name)"
      let position = ancestor(of: reference)
      let copies = position == nil && isCopied(reference)
      if let literal = defaultLiteral(of: reference), !copies {
        fillDefault(literal, reference, isNew: position == nil)
      }
      if copies, let value = value(of: reference, from: source) {
        steps.append(
          rows(
            .fill,
            "fill \(title) from what was there (in batches, if the table is large)",
            "UPDATE \(tableName(table)) SET \(name(reference)) = \(value)"
          )
        )
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

  /// Gives rows the default of an attribute that is new to them, or that may no longer be missing.
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
    guard case .attribute(let location) = new[column].origin,
      let attribute = new.model.property(at: location).attribute,
      let source = ancestor(of: column.table)
    else { return }
    if isNew {
      // The column's own default has filled it.
      guard definition(new: column).defaultLiteral == nil else { return }
    } else {
      let before = transition.correspondence.source(of: location)
        .flatMap { old.model.property(at: $0).attribute }
      guard !attribute.isOptional, before?.isOptional == true else { return }
    }
    let family = new.entities[location.entity].familyNumbers
    let entities = transition.tables[column.table].entities
    let owners = entities.filter { family.contains($0.newNumber) }.map(\.oldNumber)
    guard !owners.isEmpty else { return }
    var conditions = ["\(name(column)) IS NULL"]
    if owners.count < entities.count, let entity = oldEntityColumn(source) {
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

  /// Objects of entities that are gone or elsewhere now.
  private mutating func deleteRows(of table: Int) {
    let left = transition.tables[table].leftNumbers
    guard !left.isEmpty, let source = ancestor(of: table),
      let entity = oldEntityColumn(source)
    else { return }
    var step = rows(
      .deleteRows,
      "delete objects that do not belong in \(new.tables[table].name) any more",
      "DELETE FROM \(tableName(table)) WHERE \(entity) IN (\(list(left)))"
    )
    step.cautions = [.losesData]
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
          "give the rows of \(new.tables[table].name) the new numbers of their entities",
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

  private func oldKey(_ table: Int) -> String? {
    old.keyColumn(ofTable: table).map { oldColumn($0) }
  }

  private func newKey(_ table: Int) -> String? { new.keyColumn(ofTable: table).map { name($0) } }

  /// The pairs of keys that an old relationship connects.
  private func pairs(of location: PropertyLocation) -> String? {
    switch old[location] {
    case .none, .attribute, .composite: return nil
    case .toOne(let storage):
      return oldKey(storage.key.table).map {
        "SELECT \($0) AS s, \(oldColumn(storage.key)) AS d "
          + "FROM \(quoted(oldNames[storage.key.table])) WHERE \(oldColumn(storage.key)) IS NOT NULL"
      }
    case .toMany(let storage):
      return oldKey(storage.key.table).map {
        "SELECT \(oldColumn(storage.key)) AS s, \($0) AS d "
          + "FROM \(quoted(oldNames[storage.key.table])) WHERE \(oldColumn(storage.key)) IS NOT NULL"
      }
    case .join(let storage):
      return "SELECT \(oldColumn(storage.source)) AS s, \(oldColumn(storage.destination)) AS d "
        + "FROM \(quoted(oldNames[storage.table]))"
    }
  }

  private mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    let title = "connect \(new.model.title(of: connection.new)) as it was"
    func set(_ column: ColumnReference, _ value: String, where key: String) {
      guard let own = newKey(column.table) else { return }
      steps.append(
        rows(
          .connect,
          title,
          "UPDATE \(tableName(column.table)) AS t SET \(name(column)) = p.v FROM "
            + "(SELECT \(key) AS k, min(\(value)) AS v FROM (\(pairs)) AS q GROUP BY \(key)) AS p "
            + "WHERE t.\(own) = p.k"
        )
      )
    }
    switch new[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage): set(storage.key, "d", where: "s")
    case .toMany(let storage): set(storage.key, "s", where: "d")
    case .join(let storage):
      steps.append(
        rows(
          .connect,
          title,
          "INSERT INTO \(tableName(storage.table)) (\(name(storage.source)), "
            + "\(name(storage.destination))) \(pairs) ON CONFLICT DO NOTHING"
        )
      )
    }
  }

  private mutating func fillDestinationEntities(of table: Int) {
    for (position, column) in new.tables[table].columns.enumerated() {
      let reference = ColumnReference(table: table, column: position)
      guard case .destinationEntity(let location) = column.origin, !isCopied(reference),
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
        )
      )
    }
  }

  /// Objects that were in no order get that of their keys.
  private mutating func fillOrders(of table: Int) {
    for (position, column) in new.tables[table].columns.enumerated() {
      let reference = ColumnReference(table: table, column: position)
      guard !isCopied(reference) else { continue }
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
          "put the objects of \(new.model.title(of: order.location)) in order",
          "UPDATE \(tableName(table)) SET \(name(reference)) = \(order.value)"
        )
      )
    }
  }

  /// Takes away what leads to objects that are about to go.
  private mutating func disconnect() {
    for table in new.tables.indices where transition.tables[table].source != nil {
      for column in new.tables[table].columns.indices {
        disconnect(ColumnReference(table: table, column: column))
      }
    }
  }

  private mutating func disconnect(_ column: ColumnReference) {
    let target: Int?
    var isJoin = false
    switch new[column].origin {
    case .foreignKey(let location): target = new.destinationTable(of: location)
    case .ownerKey(let location): target = new.entities[location.entity].table
    case .joinKey(let location):
      isJoin = true
      target = new.destinationTable(of: location)
    case .joinSource(let location):
      isJoin = true
      target = new.entities[location.entity].table
    default: return
    }
    guard let target, let source = transition.tables[target].source,
      !transition.tables[target].leftNumbers.isEmpty, let key = newKey(target)
    else { return }
    var isGone = "\(name(column)) NOT IN (SELECT \(key) FROM \(tableName(target)))"
    if ancestor(of: target) != nil, let entity = oldEntityColumn(source) {
      isGone =
        "\(name(column)) IN (SELECT \(key) FROM \(tableName(target)) "
        + "WHERE \(entity) IN (\(list(transition.tables[target].leftNumbers))))"
    }
    let table = tableName(column.table)
    steps.append(
      rows(
        isJoin ? .deleteRows : .connect,
        "disconnect objects from those that go "
          + "(\(new.tables[column.table].name).\(new[column].name))",
        isJoin
          ? "DELETE FROM \(table) WHERE \(isGone)"
          : "UPDATE \(table) SET \(name(column)) = NULL WHERE \(isGone)"
      )
    )
  }
}
