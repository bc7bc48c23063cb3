import SQLDriver

/// The keys of a tree of entities: a row of `Z_PRIMARYKEY` has the highest one.
///
/// Nearly every save needs a key, so the statements are kept, and the highest key for as long as it cannot change.
final class RecordedKeys: KeySource {
  private let question: SQLStatement
  private let raising: SQLStatement
  private let root: Int64

  // The engine owns its bookkeeping and all sources of keys.
  private unowned let bookkeeping: CoreDataBookkeeping

  /// The highest key that was recorded last, and the bookkeeping's ``CoreDataBookkeeping/stateOfKeys`` at that time.
  private var recorded: (key: Int64, state: Int)?

  init(
    of layout: ObjectLayout,
    _ connection: any SQLConnection,
    _ bookkeeping: CoreDataBookkeeping
  ) throws {
    root = Int64(layout.root)
    self.bookkeeping = bookkeeping
    question = try connection.prepare(
      marked:
        "SELECT Z_MAX, (SELECT MAX(\(layout.columns.key)) FROM \(layout.table))"
        + " FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
    )
    raising = try connection.prepare(marked: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
  }

  func take(_ count: Int) throws -> Int64 {
    let last = try last()
    try raise(to: HighestNumber.number(Int64(count), after: last, "keys"))
    return last
  }

  func takeSeveral(_ body: (_ next: () throws -> Int64) throws -> Void) throws {
    let first = try last()
    var key = first
    try body {
      key = try HighestNumber.number(after: key, "keys")
      return key
    }
    if key != first { try raise(to: key) }
  }

  /// The highest key that was given out or is in use.
  private func last() throws -> Int64 {
    if let recorded, recorded.state == bookkeeping.stateOfKeys { return recorded.key }
    try question.bind(integer: root, at: 0)
    defer { question.reset() }
    guard try question.step(),
      let last = HighestNumber.of(recorded: question.value(at: 0), inUse: question.value(at: 1))
    else {
      throw StoreError.corrupt(
        "Z_PRIMARYKEY has no row for the entity \(root), or no number in it."
      )
    }
    return last
  }

  /// Records the highest key.
  private func raise(to key: Int64) throws {
    try raising.bind(integer: key, at: 0)
    try raising.bind(integer: root, at: 1)
    try raising.run()
    recorded = (key, bookkeeping.stateOfKeys)
  }
}
