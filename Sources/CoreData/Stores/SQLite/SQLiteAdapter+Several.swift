import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

// Reading about many objects with one statement.
extension SQLiteAdapter {
  func readRows(of references: [Reference]) throws {
    try translatingErrors {
      var byTable: [Int: [Int64]] = [:]
      for reference in references where cache[reference] == nil {
        guard let layout = layout[entityNumber(of: reference)] else { continue }
        byTable[layout.root, default: []].append(reference.number)
      }
      for root in byTable.keys.sorted() {
        guard let layout = layout[root], let keys = byTable[root] else { continue }
        try readRows(keys, layout)
      }
    }
  }

  private func readRows(_ keys: [Int64], _ root: ObjectLayout) throws {
    let others = root.family.dropFirst().compactMap { layout[$0] }
    let selection = RowSelection(root, including: others)
    let range = Self.range(of: keys)
    let statement = try connection.cached(
      range == nil
        ? layout.rows(of: root, columns: selection.text())
        : layout.rowsInRange(of: root, columns: selection.text())
    )
    let rows = RowSequence(self, statement, selection)
    rows.begin()
    if let range {
      try statement.bind(integer: range.lowerBound, at: 0)
      try statement.bind(integer: range.upperBound, at: 1)
    } else {
      try statement.bind(text: Self.list(of: keys), at: 0)
    }
    defer { statement.reset() }
    while try rows.next() != nil {}
  }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    try translatingErrors {
      let owner = try objectLayout(shape)
      guard let destination = layout.destination(of: owner, at: index) else { return nil }
      // Who wants to know of the objects of many others will want their values too.
      let selection = layout.selection(of: destination)
      guard let sql = layout.relatedObjects(ofSeveral: owner, at: index, selection) else {
        return nil
      }
      var owners: [Int64: Reference] = [:]
      for reference in references { owners[reference.number] = reference }
      let statement = try connection.cached(sql)
      let rows = RowSequence(self, statement, selection)
      rows.begin()
      try statement.bind(text: Self.list(of: references.map(\.number)), at: 0)
      defer { statement.reset() }
      var found = Members(of: owners)
      while let (reference, row) = try rows.nextWithRow() {
        statement.readRest()
        found.add(reference, row, toOwner: statement.integer(at: selection.count))
      }
      return found.byOwner()
    }
  }

  /// The range of keys that follow one another, which is read without a search for each.
  ///
  /// Objects that were found in the order of their keys mostly have such.
  static func range(of keys: [Int64]) -> ClosedRange<Int64>? {
    guard let first = keys.first, let last = keys.last, keys.count > 1,
      last.subtractingReportingOverflow(first) == (Int64(keys.count - 1), false)
    else { return nil }
    for (key, next) in zip(keys, keys.dropFirst()) where next != key &+ 1 { return nil }
    return first...last
  }

  /// Keys as the JSON array that statements about several objects take.
  static func list(of keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }
}

/// The objects of several owners, which come one owner after the other.
private struct Members {
  private let owners: [Int64: Reference]
  private var found: [Reference: StoreFetchResult] = [:]
  private var key: Int64 = 0
  private var members: [Reference] = []
  private var rows: [Row?] = []

  init(of owners: [Int64: Reference]) {
    self.owners = owners
    found.reserveCapacity(owners.count)
  }

  mutating func add(_ reference: Reference, _ row: Row?, toOwner next: Int64) {
    if next != key { settle() }
    key = next
    members.append(reference)
    rows.append(row)
  }

  private mutating func settle() {
    if let owner = owners[key] {
      found[owner] = StoreFetchResult(references: members, rows: rows)
    }
    members = []
    rows = []
  }

  /// The objects of each owner, when all have come.
  mutating func byOwner() -> [Reference: StoreFetchResult] {
    settle()
    return found
  }
}
