import ManagedModel

/// Core Data's own layout: what it calls the tables, columns and indexes of a model, and how it orders
/// them.
package enum CoreDataLayout {
  /// Lays a model out as Core Data of the given era does.
  package static func mapping(
    of model: ResolvedModel,
    era: LayoutEra = .current
  ) -> SchemaMapping {
    mapping(of: StoragePlan(model), era: era)
  }

  /// Lays a plan out as Core Data of the given era does.
  package static func mapping(of plan: StoragePlan, era: LayoutEra = .current) -> SchemaMapping {
    var names = NameAllocator(reserving: CoreDataNames.systemTables)
    let tables = TableLayout(plan: plan).tables(names: &names)
    let bare = SchemaMapping(
      plan: plan,
      tables: tables,
      indexes: [],
      derivations: [],
      issues: []
    )
    var indexes = IndexLayout(mapping: bare, era: era, names: names)
    indexes.run()
    return SchemaMapping(
      plan: plan,
      tables: tables,
      indexes: indexes.indexes,
      derivations: derivations(of: plan, in: bare),
      issues: plan.issues + indexes.issues + SQLiteLimits.issues(of: tables, in: plan.model)
    )
  }

  private static func derivations(of plan: StoragePlan, in mapping: SchemaMapping)
    -> [DerivedColumn]
  {
    let order = DictionaryOrder(plan: plan)
    return plan.derivations
      .sorted { order.precedes($0.attribute, $1.attribute) }
      .compactMap { planned in
        guard case .attribute(let column) = mapping[planned.attribute] else { return nil }
        return DerivedColumn(
          attribute: planned.attribute,
          column: column,
          derivation: planned.derivation
        )
      }
  }
}
