import ModelComparison

/// The effect of a migration of an SQLite store on the rows of a table of objects.
package struct MigratedTable: Sendable, Hashable {
  /// The name of the table before.
  package var oldName: String

  /// The name of the table after.
  package var newName: String

  package var treatment: Treatment

  /// The entities whose rows are kept.
  package var entities: [Renumbering]

  package init(
    oldName: String,
    newName: String,
    treatment: Treatment,
    entities: [Renumbering]
  ) {
    self.oldName = oldName
    self.newName = newName
    self.treatment = treatment
    self.entities = entities
  }

  package enum Treatment: Sendable, Hashable {
    /// No row is added or removed, and each remains an object of its entity.
    case kept

    /// Rows are removed, or identify their entities by other numbers.
    case changed

    /// All rows are copied.
    case rewritten
  }

  /// The numbers of an entity, and its name.
  package struct Renumbering: Sendable, Hashable {
    package var entity: String
    package var oldNumber: Int
    package var newNumber: Int

    package init(entity: String, oldNumber: Int, newNumber: Int) {
      self.entity = entity
      self.oldNumber = oldNumber
      self.newNumber = newNumber
    }
  }
}
