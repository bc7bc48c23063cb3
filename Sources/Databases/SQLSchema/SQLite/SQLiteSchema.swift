import ManagedModel

/// The statements that create a store for a model in Core Data's way: the same texts in the same order.
///
/// In a database created by ``statements``, `sqlite_master` has the same rows as in a store created by Core Data. The
/// store itself writes `Z_METADATA` and `Z_MODELCACHE`.
package struct SQLiteSchema: Sendable {
  package let mapping: SchemaMapping
  package let era: LayoutEra

  /// Whether there are tables of persistent history.
  package let tracksHistory: Bool

  /// The settings that precede the first table.
  package let settings: [SchemaStatement]

  /// Tables, indexes and triggers in the order of their creation.
  package let statements: [SchemaStatement]

  /// The rows of `Z_PRIMARYKEY` in a new store.
  package let primaryKeyRows: [PrimaryKeyRow]

  /// The tables of an existing store with columns that are not in the mapping.
  let strangeTables: Set<Int>

  /// The tables of mirroring in which rows identify entities by their numbers, in `ZENTITYID`.
  let mirrorTables: [String]

  package init(_ mapping: SchemaMapping, era: LayoutEra = .current, tracksHistory: Bool = false) {
    self.mapping = mapping
    self.era = era
    self.tracksHistory = tracksHistory
    settings = SystemTables.settings(era: era)
    var statements = ModelStatements(mapping: mapping, era: era).statements()
    statements.append(
      contentsOf: DerivationTriggers(mapping: mapping, era: era).statements()
    )
    statements.append(contentsOf: SystemTables.statements(era: era))
    if tracksHistory { statements.append(contentsOf: HistoryTables.statements) }
    self.statements = statements
    primaryKeyRows =
      mapping.entitiesByNumber.map { PrimaryKeyRow(mapping.entities[$0]) }
      + (tracksHistory ? HistoryTables.primaryKeyRows : [])
    strangeTables = []
    mirrorTables = []
  }

  /// The schema of an existing store.
  init(
    _ mapping: SchemaMapping,
    statements: [SchemaStatement],
    primaryKeyRows: [PrimaryKeyRow],
    tracksHistory: Bool,
    strangeTables: Set<Int>,
    mirrorTables: [String]
  ) {
    self.mapping = mapping
    self.statements = statements
    self.primaryKeyRows = primaryKeyRows
    self.tracksHistory = tracksHistory
    self.strangeTables = strangeTables
    self.mirrorTables = mirrorTables
    era = .current
    settings = []
  }

  /// The schema of a model in Core Data's layout.
  package init(
    _ model: ResolvedModel,
    era: LayoutEra = .current,
    tracksHistory: Bool = false
  ) {
    self.init(
      CoreDataLayout.mapping(of: model, era: era),
      era: era,
      tracksHistory: tracksHistory
    )
  }
}

extension SQLiteSchema {
  /// The statements that create a new, empty store, as one script: settings first, then one transaction.
  package var script: String {
    let texts =
      settings.map(\.text) + ["BEGIN EXCLUSIVE"] + statements.map(\.text)
      + primaryKeyRows.map(\.insertion) + ["COMMIT"]
    return texts.map { $0 + ";\n" }.joined()
  }
}

/// A row of `Z_PRIMARYKEY`: an entity's number and name, and the highest key that was given out in its tree.
package struct PrimaryKeyRow: Sendable, Hashable {
  package var number: Int
  package var name: String

  /// The number of the direct parent, or 0 for a root.
  package var parentNumber: Int

  /// The highest key given out; it is kept in the row of the root.
  package var maximumKey: Int

  package init(number: Int, name: String, parentNumber: Int, maximumKey: Int = 0) {
    self.number = number
    self.name = name
    self.parentNumber = parentNumber
    self.maximumKey = maximumKey
  }

  init(_ entity: EntityMapping) {
    self.init(number: entity.number, name: entity.name, parentNumber: entity.parentNumber)
  }

  /// The statement that adds the row.
  package var insertion: String {
    "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
      + "VALUES(\(number), \(SQLiteText.literal(name)), \(parentNumber), \(maximumKey))"
  }
}
