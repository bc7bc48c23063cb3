import ManagedModel

/// Names and orders the tables of a plan and their columns.
struct TableLayout {
  private let plan: StoragePlan
  private let names: CoreDataNames
  private let order: DictionaryOrder
  private let joins: JoinNaming

  init(plan: StoragePlan, order: DictionaryOrder, joins: JoinNaming) {
    self.plan = plan
    self.order = order
    self.joins = joins
    names = CoreDataNames(plan: plan)
  }

  /// The tables of each tree: its own, then its join tables.
  func tables(names allocator: inout NameAllocator) -> [TableMapping] {
    let joins = plan.trees.map { tree in
      tree.joins.map(oriented).sorted { order.precedes($0.owner, $1.owner) }
    }
    let joinColumns = joinColumns(of: joins.joined())
    var result: [TableMapping] = []
    for (tree, joins) in zip(plan.trees, joins) {
      result.append(
        TableMapping(
          name: allocator.unique(names.table(ofRoot: tree.root)),
          content: .objects(root: tree.root),
          columns: columns(of: tree)
        )
      )
      for join in joins {
        result.append(
          TableMapping(
            name: allocator.unique(names.table(of: join)),
            content: .join(join),
            columns: joinColumns[join] ?? []
          )
        )
      }
    }
    return result
  }

  /// The join with its owner: of two relationships of one entity, the one that comes first in a dictionary of the
  /// two.
  ///
  /// If both fall into one bucket, the one that was inserted first comes first: the one that precedes the other in
  /// the dictionary of all relationships of the entity. This is right for all known stores. An existing store
  /// determines the owner itself.
  private func oriented(_ join: PlannedJoin) -> PlannedJoin {
    guard join.owner.entity == join.inverse.entity else { return join }
    if joins.owners.contains(join.owner) { return join }
    if joins.owners.contains(join.inverse) { return join.swapped }
    let names = [join.owner, join.inverse].map { plan.model.property(at: $0).name }
    let relationships = plan.model.allProperties(of: plan.model.entities[join.owner.entity])
      .map { plan.model.property(at: $0) }.filter { $0.relationship != nil }.map(\.name)
    let all = FoundationOrder(names: relationships, entryCount: relationships.count)
    let pair = FoundationOrder(
      inserting: names.sorted { all.rank(of: $0) < all.rank(of: $1) },
      entryCount: names.count
    )
    return pair.rank(of: names[1]) < pair.rank(of: names[0]) ? join.swapped : join
  }
}

// MARK: - Tables of objects

extension TableLayout {
  private func columns(of tree: PlannedTree) -> [ColumnMapping] {
    let fixed = [
      PlannedColumn(.objectKey, .key),
      PlannedColumn(.entityNumber, .entityNumber),
      PlannedColumn(.version, .counter),
    ]
    let late = tree.columns.filter(\.isLate).enumerated().sorted { left, right in
      guard let first = left.element.origin.location, let second = right.element.origin.location,
        first != second
      else { return left.offset < right.offset }
      return order.precedes(first, second)
    }
    // A name goes to the first column that claims it, in the order before sorting by type.
    var allocator = NameAllocator()
    let named = (fixed + tree.columns.filter { !$0.isLate } + late.map(\.element)).map { column in
      ColumnMapping(
        name: allocator.unique(names.column(column.origin)),
        type: column.type,
        origin: column.origin
      )
    }
    let sorted = named.dropFirst(fixed.count).enumerated().sorted { left, right in
      (left.element.group, left.offset) < (right.element.group, right.offset)
    }
    return Array(named.prefix(fixed.count)) + sorted.map(\.element)
  }
}

extension PlannedColumn {
  fileprivate var isLate: Bool {
    switch origin {
    case .ownerKey, .orderingKey: true
    default: false
    }
  }
}

extension ColumnMapping {
  fileprivate var group: SQLiteColumnGroup {
    switch (origin, type) {
    case (.ownerKey, _), (.orderingKey, _): .late
    case (_, .attribute(let type)): SQLiteColumnGroup(type)
    default: .integer
    }
  }
}

// MARK: - Join tables

extension TableLayout {
  /// The columns of all join tables: the objects of the owning end, the objects of the other, and the positions of
  /// ordered ones.
  private func joinColumns(
    of joins: some Sequence<PlannedJoin>
  ) -> [PlannedJoin: [ColumnMapping]] {
    let joins = Array(joins)
    let names = keyNames(of: joins)
    return Dictionary(uniqueKeysWithValues: joins.map { ($0, columns(of: $0, names)) })
  }

  /// The names of the columns for the objects of each end, which are unique among all join tables of a new store.
  ///
  /// Of two with the same name, the first is that of the entity with the lower number, but roots come before
  /// subentities: `Poll.votedBy` has `Z_8VOTEDBY`, `PollOption.votedBy` then `Z_8VOTEDBY1`.
  private func keyNames(of joins: [PlannedJoin]) -> [PropertyLocation: String] {
    let ends = joins.flatMap { $0.isReflexive ? [$0.owner] : [$0.owner, $0.inverse] }
      .sorted(by: order.precedes)
    let (ofRoots, ofSubentities) = ends.partitioned {
      plan.model.entities[$0.entity].parent == nil
    }
    let (known, new) = (ofRoots + ofSubentities).partitioned { self.joins.suffixes[$0] != nil }
    // Names in an existing store are kept, even if two of them are the same.
    var result: [PropertyLocation: String] = [:]
    for end in known {
      result[end] = names.column(.joinKey(end)) + (self.joins.suffixes[end] ?? "")
    }
    var allocator = NameAllocator(reserving: Array(result.values))
    for end in new { result[end] = allocator.unique(names.column(.joinKey(end))) }
    return result
  }

  private func columns(
    of join: PlannedJoin,
    _ keys: [PropertyLocation: String]
  ) -> [ColumnMapping] {
    let name = keys[join.owner] ?? names.column(.joinKey(join.owner))
    var local = NameAllocator(reserving: [name])
    let owner = ColumnMapping(name: name, type: .key, origin: .joinKey(join.owner))
    if join.isReflexive {
      let source = ColumnMapping(
        name: local.unique(names.column(.joinSource(join.owner))),
        type: .key,
        origin: .joinSource(join.owner)
      )
      return [owner, source] + orderings(of: [join.owner], names: [name], &local)
    }
    let inverse = ColumnMapping(
      name: local.unique(keys[join.inverse] ?? names.column(.joinKey(join.inverse))),
      type: .key,
      origin: .joinKey(join.inverse)
    )
    return [inverse, owner]
      + orderings(of: [join.inverse, join.owner], names: [inverse.name, name], &local)
  }

  /// The ordering columns: `Z_FOK_2AUTHORS` orders `Z_2AUTHORS`.
  private func orderings(
    of ends: [PropertyLocation],
    names: [String],
    _ allocator: inout NameAllocator
  ) -> [ColumnMapping] {
    zip(ends, names).compactMap { end, name in
      guard plan.relationship(at: end)?.isOrdered == true else { return nil }
      return ColumnMapping(
        name: allocator.unique("Z_FOK_" + name.dropFirst("Z_".count)),
        type: .orderingKey,
        origin: .joinOrderingKey(end)
      )
    }
  }
}

extension Sequence {
  /// The elements that satisfy a condition, and the others.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
