import ObjectRows
import SQLDriver

extension StoreEngine {
  /// Returns the changed objects whose rows other connections have changed or deleted since they were read.
  ///
  /// The failure of a statement that writes several rows does not tell which of them had another version.
  func outdated(in changes: ChangeSet) throws -> [Reference] {
    var expected: [Int: [(reference: Reference, version: Int64)]] = [:]
    func expect(_ reference: Reference, _ version: Int64) throws {
      let root = try objectLayout(entity(of: reference)).root
      expected[root, default: []].append((reference, version))
    }
    for update in changes.updated where update.row != nil {
      try expect(update.reference, update.baseVersion)
    }
    for deletion in changes.deleted {
      if let row = deletion.row { try expect(deletion.reference, row.version) }
    }
    var outdated: [Reference] = []
    let deleted = Set(changes.deleted.map(\.reference))
    for root in expected.keys.sorted() {
      guard let layout = layout[root], let objects = expected[root] else { continue }
      let versions = try versions(of: objects.map(\.reference.number), layout)
      for (reference, version) in objects where versions[reference.number] != version {
        // An object that was to be deleted may not exist any more.
        if versions[reference.number] == nil, deleted.contains(reference) { continue }
        outdated.append(reference)
      }
    }
    return outdated
  }

  /// The versions of rows, by their keys.
  private func versions(of keys: [Int64], _ layout: ObjectLayout) throws -> [Int64: Int64] {
    let columns = "\(layout.columns.key), \(layout.columns.presentVersion)"
    let statement = try connection.cached(marked: self.layout.rows(of: layout, columns: columns))
    try statement.bind(list(of: keys), at: 0)
    defer { statement.reset() }
    var versions: [Int64: Int64] = [:]
    while try statement.step() { versions[statement.integer(at: 0)] = statement.integer(at: 1) }
    return versions
  }
}
