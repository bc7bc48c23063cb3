import ManagedModel

/// Core Data's own layout: the names and the order of the tables, columns and indexes of a model.
///
/// The rules are derived from stores that Core Data created. Established are the numbers of entities; the names,
/// types and order of columns; collisions; keys, ordering keys and entity columns of relationships; join tables; all
/// indexes on columns; and the triggers of the three common forms of derived attributes.
///
/// The following is not established, because no known store shows it; the code at each place states what it does and
/// why.
/// - Which end of a many-to-many relationship between objects of one entity names the join table: the rule here is
///   right in about two cases of three, and otherwise swaps the two names.
/// - The order of ordering keys that belong to several relationships of one entity: one exception is known.
/// - The order of triggers; derived attributes of other forms; the triggers of R-trees, except that for insertion;
///   relationships that are their own inverse; members of composites; conditions and expressions in indexes; names
///   outside ASCII; columns of new stores of the era ``LayoutEra/ios3``.
package enum CoreDataLayout {
  /// Lays out a model as Core Data of the given era does.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - era: The era of the layout.
  ///   - joins: The known names of join tables.
  /// - Returns: The mapping of the model.
  package static func mapping(
    of model: ResolvedModel,
    era: LayoutEra = .current,
    joins: JoinNaming = JoinNaming()
  ) -> SchemaMapping {
    mapping(of: StoragePlan(model), era: era, joins: joins)
  }

  /// Lays out a model with the names of join tables in an existing store.
  package static func mapping(
    of model: ResolvedModel,
    found: [String: [String]]
  ) -> SchemaMapping {
    let plan = StoragePlan(model)
    let usual = mapping(of: plan)
    let joins = JoinNaming(of: usual, in: found)
    return joins == JoinNaming() ? usual : mapping(of: plan, joins: joins)
  }

  /// Lays out a plan as Core Data of the given era does.
  package static func mapping(
    of plan: StoragePlan,
    era: LayoutEra = .current,
    joins: JoinNaming = JoinNaming()
  ) -> SchemaMapping {
    var names = NameAllocator(reserving: CoreDataNames.systemTables)
    let order = DictionaryOrder(plan: plan)
    let tables = TableLayout(plan: plan, order: order, joins: joins).tables(names: &names)
    var mapping = SchemaMapping(plan: plan, tables: tables)
    var indexes = IndexLayout(mapping: mapping, era: era, names: names)
    indexes.run()
    mapping.indexes = indexes.indexes
    mapping.derivations = derivations(of: plan, in: mapping, order: order)
    mapping.issues =
      plan.issues + indexes.issues + SQLiteLimits.issues(of: tables, in: plan.model)
    return mapping
  }

  private static func derivations(
    of plan: StoragePlan,
    in mapping: SchemaMapping,
    order: DictionaryOrder
  ) -> [DerivedColumn] {
    plan.derivations
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
