import SQLDriver

/// The keys of a tree of entities: a row of `Z_PRIMARYKEY` has the highest one.
///
/// Nearly every save asks, so the statements are kept.
final class KeySource {
  private let question: SQLStatement
  private let raising: SQLStatement
  private let root: Int64

  init(of layout: ObjectLayout, _ connection: any SQLConnection) throws {
    root = Int64(layout.root)
    question = try connection.prepare(
      marked:
        "SELECT Z_MAX, (SELECT MAX(\(layout.columns.key)) FROM \(layout.table))"
        + " FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
    )
    raising = try connection.prepare(marked: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
  }

  /// The highest key that was given or is in use; nil if the store has no number for it.
  func last() throws -> Int64? {
    try question.bind(integer: root, at: 0)
    defer { question.reset() }
    guard try question.step() else { return nil }
    return HighestNumber.of(recorded: question.value(at: 0), inUse: question.value(at: 1))
  }

  /// Records the highest key.
  func raise(to key: Int64) throws {
    try raising.bind(integer: key, at: 0)
    try raising.bind(integer: root, at: 1)
    try raising.run()
  }
}
