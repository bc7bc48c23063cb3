import ManagedModel

/// The storage of everything in a model, shared by DDL, the running store and reports.
///
/// A layout computes it from a ``StoragePlan``. It holds names and order, but no SQL.
package struct SchemaMapping: Sendable {
  package let model: ResolvedModel

  /// One for each entity of the model, in the model's order.
  package let entities: [EntityMapping]

  /// The indexes of the entities in the order of their numbers, beginning with number 1.
  package let entitiesByNumber: [Int]

  /// The tables in the order of their creation, join tables among them.
  package internal(set) var tables: [TableMapping]

  /// The indexes in the order of their creation.
  package internal(set) var indexes: [IndexMapping]

  /// The derived attributes that the database keeps up to date, in the order of their creation.
  package internal(set) var derivations: [DerivedColumn]

  /// The parts of the model that cannot be stored as the model declares them.
  package internal(set) var issues: [SchemaIssue]

  private let storages: [[PropertyStorage]]
  private let owners: [ColumnReference?]

  package init(
    plan: StoragePlan,
    tables: [TableMapping],
    indexes: [IndexMapping] = [],
    derivations: [DerivedColumn] = [],
    issues: [SchemaIssue] = []
  ) {
    model = plan.model
    self.tables = tables
    self.indexes = indexes
    self.derivations = derivations
    self.issues = issues
    entitiesByNumber = plan.numbering.entities
    let index = StorageIndex(plan: plan, tables: tables)
    entities = index.entities()
    storages = index.storages()
    owners = index.entityNumberColumns
  }
}

extension SchemaMapping {
  /// The storage of the property that is declared at a location.
  ///
  /// A property that an ancestor declares too is stored in the ancestor's columns.
  package subscript(location: PropertyLocation) -> PropertyStorage {
    guard storages.indices.contains(location.entity),
      storages[location.entity].indices.contains(location.property)
    else { return .none }
    return storages[location.entity][location.property]
  }

  /// The storage of the property of the given name for objects of an entity, inherited ones included.
  package func storage(of property: String, in entity: ResolvedEntity) -> PropertyStorage {
    model.locate(property, in: entity).map { self[$0] } ?? .none
  }

  /// The column at a reference.
  package subscript(reference: ColumnReference) -> ColumnMapping {
    tables[reference.table].columns[reference.column]
  }

  /// The entity that rows identify by the given number.
  package func entity(numbered number: Int) -> EntityMapping? {
    guard entitiesByNumber.indices.contains(number - 1) else { return nil }
    return entities[entitiesByNumber[number - 1]]
  }

  /// The table of the objects of an entity.
  package func table(of entity: EntityMapping) -> TableMapping {
    tables[entity.table]
  }

  /// The column that identifies the entity of a row of the given table, if the layout has one.
  package func entityNumberColumn(ofTable table: Int) -> ColumnReference? {
    owners.indices.contains(table) ? owners[table] : nil
  }
}
