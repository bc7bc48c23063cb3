// Sums over to-many relationships. No store with them is known; the triggers follow those of counts.

extension DerivationTarget {
  /// The sum over the rows whose key is the object's.
  ///
  /// It is computed anew each time, because adding and subtracting would not give exact sums of fractions.
  func sum(_ members: DerivationMembers, column source: String) -> [DerivationTrigger] {
    let value = SQLiteText.identifier(source)
    let list = SQLiteText.identifier(members.table)
    let key = SQLiteText.identifier(members.key)
    return sum(members, updating: [members.key, source]) { object in
      "(SELECT IFNULL(SUM(\(value)), 0) FROM \(list) WHERE \(key) = \(object))"
    }
  }

  /// The sum over the objects that a join table lists.
  func sum(
    _ members: DerivationMembers,
    column source: String,
    destination: String,
    of destinationTable: String
  ) -> [DerivationTrigger] {
    let value = SQLiteText.identifier(source)
    let join = SQLiteText.identifier(members.table)
    let key = SQLiteText.identifier(members.key)
    let other = SQLiteText.identifier(destination)
    let list = SQLiteText.identifier(destinationTable)
    func sum(_ object: String) -> String {
      "(SELECT IFNULL(SUM(\(value)), 0) FROM \(list) WHERE Z_PK IN "
        + "(SELECT \(other) FROM \(join) WHERE \(key) = \(object)))"
    }
    let owners = "Z_PK IN (SELECT \(key) FROM \(join) WHERE \(other) = NEW.Z_PK)"
    return self.sum(members, updating: [members.key, destination], of: sum) + [
      trigger(
        "DESTINATION_UPDATE",
        .update(destinationTable, of: [source]),
        set: sum("\(SQLiteText.identifier(table)).Z_PK"),
        where: owners,
        saying: .derivedOnUpdate
      )
    ]
  }

  private func sum(
    _ members: DerivationMembers,
    updating columns: [String],
    of sum: (String) -> String
  ) -> [DerivationTrigger] {
    let key = SQLiteText.identifier(members.key)
    func change(_ kind: String, _ event: DerivationEvent, _ row: String) -> DerivationTrigger {
      trigger(
        "PARAMETER_\(kind)",
        event,
        when: "\(row).\(key) NOT NULL",
        set: sum("\(row).\(key)"),
        where: "Z_PK = \(row).\(key)",
        saying: .derivedOnUpdate
      )
    }
    let update = DerivationEvent.update(members.table, of: columns)
    return [
      change("INSERT", .insert(members.table), "NEW"),
      change("UPDATE_INCREMENT", update, "NEW"),
      change("UPDATE_DECREMENT", update, "OLD"),
      change("DELETE", .delete(members.table), "OLD"),
      trigger(
        "SOURCE_INSERT",
        .insert(table),
        set: sum("NEW.Z_PK"),
        where: Self.ownRow,
        saying: .derivedOnInsertion
      ),
    ]
  }
}
