import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// Makes the ends of a one-to-one relationship agree that come from different relationships.
  mutating func pair(_ pairing: Pairing) {
    guard case .toOne(let storage) = new.mapping[pairing.end],
      case .toOne(let inverse) = new.mapping[pairing.inverse]
    else { return }
    let title = title(of: pairing)
    let (table, other) = (newTable(storage.key.table).name, newTable(inverse.key.table).name)
    let (key, back) = (quoted(new.mapping[storage.key].name), quoted(new.mapping[inverse.key].name))
    add(
      .connect,
      title,
      "UPDATE \(quoted(other)) SET \(back) = (SELECT min(o.Z_PK) FROM \(quoted(table)) AS o "
        + "WHERE o.\(key) = \(quoted(other)).Z_PK) WHERE \(back) IS NULL "
        + "AND Z_PK IN (SELECT \(key) FROM \(quoted(table)))",
      work: .rows,
      of: inverse.key.table
    )
    if pairing.isMutual {
      add(
        .connect,
        self.title(of: pairing.reversed),
        "UPDATE \(quoted(table)) SET \(key) = (SELECT min(o.Z_PK) FROM \(quoted(other)) AS o "
          + "WHERE o.\(back) = \(quoted(table)).Z_PK) WHERE \(key) IS NULL "
          + "AND Z_PK IN (SELECT \(back) FROM \(quoted(other)))",
        work: .rows,
        of: storage.key.table
      )
    }
    let losses = ConnectionLosses(transition: transition)
    clearDisagreement(
      of: storage.key,
      with: inverse.key,
      pairing.titleOfDisconnection(in: new.mapping.model),
      lossQuery: losses.query(of: pairing)
    )
    if pairing.isMutual {
      clearDisagreement(
        of: inverse.key,
        with: storage.key,
        pairing.reversed.titleOfDisconnection(in: new.mapping.model),
        lossQuery: losses.query(of: pairing.reversed)
      )
    }
  }

  /// Connects the objects of a relationship that is its own inverse in both directions.
  mutating func reflect(_ location: PropertyLocation, _ storage: JoinStorage) {
    let (source, destination) = (
      quoted(new.mapping[storage.source].name), quoted(new.mapping[storage.destination].name)
    )
    let order = storage.ordering.map { ", \(quoted(new.mapping[$0].name))" } ?? ""
    let table = quoted(newTable(storage.table).name)
    add(
      .connect,
      "connect \(new.mapping.model.title(of: location)) both ways",
      "INSERT OR IGNORE INTO \(table) (\(source), \(destination)\(order)) "
        + "SELECT \(destination), \(source)\(order.isEmpty ? "" : ", \(source)") FROM \(table)",
      work: .rows,
      of: storage.table
    )
  }

  private func title(of pairing: Pairing) -> String {
    let model = new.mapping.model
    return
      "connect \(model.title(of: pairing.inverse)) according to \(model.title(of: pairing.end))"
  }

  /// Disconnects objects from those that do not lead back.
  private mutating func clearDisagreement(
    of column: ColumnReference,
    with other: ColumnReference,
    _ title: String,
    lossQuery: String?
  ) {
    let name = quoted(newTable(column.table).name)
    let key = quoted(new.mapping[column].name)
    add(
      .connect,
      title,
      "UPDATE \(name) SET \(nothing(in: column)) WHERE \(key) IS NOT NULL AND NOT EXISTS "
        + "(SELECT 1 FROM \(quoted(newTable(other.table).name)) AS o WHERE o.Z_PK = \(name).\(key) "
        + "AND o.\(quoted(new.mapping[other].name)) = \(name).Z_PK)",
      work: .rows,
      of: column.table,
      cautions: lossQuery == nil ? [] : [.losesData],
      lossQuery: lossQuery
    )
  }

  /// The assignments that clear a key and the columns that depend on it.
  private func nothing(in column: ColumnReference) -> String {
    ([column] + new.mapping.companions(of: new.mapping[column].origin))
      .map { "\(quoted(new.mapping[$0].name)) = NULL" }.joined(separator: ", ")
  }

  /// Clears keys that lead to removed objects, or to objects that the relationship can no longer lead to.
  mutating func clearDanglingKeys() {
    for table in new.mapping.tables.indices where transition.hasRows(inTable: table) {
      for column in newTable(table).columns.indices {
        clear(ColumnReference(table: table, column: column))
      }
    }
  }

  private mutating func clear(_ column: ColumnReference) {
    let mapping = new.mapping[column]
    guard let key = mapping.origin.key else { return }
    let target: Int?
    switch key.end {
    case .source: target = new.mapping.entities[key.relationship.entity].table
    case .destination: target = new.mapping.destinationTable(of: key.relationship)
    }
    guard let target else { return }
    let strangers = transition.strangers(at: key.end, of: key.relationship)
    if !strangers.isEmpty || !transition.tables[target].leftNumbers.isEmpty {
      let condition = strangers.isEmpty ? "" : " WHERE NOT \(isAmong(strangers.map(\.newNumber)))"
      clear(
        column,
        key,
        where: "\(quoted(mapping.name)) NOT IN "
          + "(SELECT Z_PK FROM \(quoted(newTable(target).name))\(condition))"
      )
    }
    // A key in an object that no longer has the relationship.
    let own = key.isJoin ? [] : transition.strangers(at: key.end.opposite, of: key.relationship)
    if !own.isEmpty { clear(column, key, where: isAmong(own.map(\.newNumber))) }
  }

  private mutating func clear(
    _ column: ColumnReference,
    _ origin: ColumnOrigin.Key,
    where condition: String
  ) {
    let name = quoted(newTable(column.table).name)
    let key = quoted(new.mapping[column].name)
    add(
      origin.isJoin ? .deleteRows : .disconnect,
      "disconnect objects from removed ones "
        + "(\(newTable(column.table).name).\(new.mapping[column].name))",
      origin.isJoin
        ? "DELETE FROM \(name) WHERE \(condition)"
        : "UPDATE \(name) SET \(nothing(in: column)) WHERE \(key) IS NOT NULL AND \(condition)",
      work: .rows,
      of: column.table,
      cautions: transition.losesConnections(of: origin.relationship) ? [.losesData] : []
    )
  }
}
