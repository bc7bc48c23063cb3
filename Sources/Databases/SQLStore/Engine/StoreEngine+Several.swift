import ObjectRows
import SQLDriver

// Reading about many objects with one statement.
extension StoreEngine {
  /// Reads rows into the cache.
  package func readRows(of references: [Reference]) throws {
    var byTable: [Int: [Int64]] = [:]
    for reference in references where cache[reference] == nil {
      guard let layout = layout[entities.storedNumber(of: reference.entity)] else { continue }
      byTable[layout.root, default: []].append(reference.number)
    }
    for root in byTable.keys.sorted() {
      guard let layout = layout[root], let keys = byTable[root] else { continue }
      try readRows(keys, layout)
    }
  }

  private func readRows(_ keys: [Int64], _ root: ObjectLayout) throws {
    let others = root.family.dropFirst().compactMap { layout[$0] }
    let selection = RowSelection(root, including: others)
    let range = Self.range(of: keys)
    let statement = try connection.cached(
      marked: range == nil
        ? layout.rows(of: root, columns: selection.text())
        : layout.rowsInRange(of: root, columns: selection.text())
    )
    let rows = RowSequence(self, statement, selection)
    rows.begin()
    if let range {
      try statement.bind(integer: range.lowerBound, at: 0)
      try statement.bind(integer: range.upperBound, at: 1)
    } else {
      try statement.bind(list(of: keys), at: 0)
    }
    defer { statement.reset() }
    while try rows.next() != nil {}
  }

  /// The objects that a to-many relationship of an object leads to.
  package func related(to reference: Reference, at index: Int) throws -> FetchedRows {
    guard let rows = try relatedSequence(entity(of: reference), index) else {
      return FetchedRows(references: [])
    }
    rows.begin()
    try rows.statement.bind(integer: reference.number, at: 0)
    return try rows.readAll()
  }

  /// The objects that a to-many relationship of several objects of one entity leads to, by owner; nil if the
  /// relationship is not stored.
  ///
  /// If `wantsValues`, their rows are read too, provided that those are small.
  package func related(
    toAll references: [Reference],
    of entity: StoreEntity,
    at index: Int,
    wantsValues: Bool = true
  ) throws -> [Reference: FetchedRows]? {
    let owner = try objectLayout(entity)
    guard let destination = layout.destination(of: owner, at: index),
      let column = layout.ownerColumn(of: owner, at: index)
    else { return nil }
    let selection =
      wantsValues
      ? layout.selection(of: destination, owner: column)
      : RowSelection(identityOf: destination, owner: column)
    guard let sql = layout.relatedObjects(ofSeveral: owner, at: index, selection) else {
      return nil
    }
    var owners: [Int64: Reference] = [:]
    for reference in references { owners[reference.number] = reference }
    let statement = try connection.cached(marked: sql)
    let rows = RowSequence(self, statement, selection)
    rows.begin()
    try statement.bind(list(of: references.map(\.number)), at: 0)
    defer { statement.reset() }
    var found = Members(of: owners)
    while let (reference, row) = try rows.nextWithRow() {
      found.add(reference, consume row, toOwner: statement.integer(at: selection.ownerPlace))
    }
    return found.byOwner()
  }

  /// The range of the keys if they are consecutive, which is read without a search for each; nil otherwise.
  ///
  /// The keys of objects that were fetched in the order of their keys often are.
  package static func range(of keys: [Int64]) -> ClosedRange<Int64>? {
    guard let first = keys.first, let last = keys.last, keys.count > 1,
      last.subtractingReportingOverflow(first) == (Int64(keys.count - 1), false)
    else { return nil }
    for (key, next) in zip(keys, keys.dropFirst()) where next != key &+ 1 { return nil }
    return first...last
  }

  /// The parameter of a statement about several objects: their keys.
  func list(of keys: [Int64]) -> SQLValue { .text(layout.dialect.keyLists.text(of: keys)) }
}

/// Collects the objects of several owners, which arrive grouped by owner.
private struct Members {
  private let owners: [Int64: Reference]
  private var found: [Reference: FetchedRows] = [:]
  private var key: Int64 = 0
  private var members: [Reference] = []
  private var rows = RowList()

  init(of owners: [Int64: Reference]) {
    self.owners = owners
    found.reserveCapacity(owners.count)
  }

  mutating func add(_ reference: Reference, _ row: consuming Row?, toOwner next: Int64) {
    if next != key { settle() }
    key = next
    members.append(reference)
    rows.append(consume row)
  }

  private mutating func settle() {
    if let owner = owners[key] {
      found[owner] = FetchedRows(references: members, rows: rows)
    }
    let count = members.count
    // Most owners have about as many members as the one before.
    members = []
    members.reserveCapacity(count)
    rows = RowList(capacity: count)
  }

  /// Returns the objects of each owner, after the last one was added.
  mutating func byOwner() -> [Reference: FetchedRows] {
    settle()
    return found
  }
}
