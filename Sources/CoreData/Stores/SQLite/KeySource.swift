import SQLDriver
import SQLStore
import SQLiteDriver

/// Where the objects of a tree of entities get their keys: a row of `Z_PRIMARYKEY` has the highest one.
///
/// Nearly every save asks, so the statements are kept.
final class KeySource {
  private let question: SQLStatement
  private let raising: SQLStatement
  private let root: Int64

  init(of layout: ObjectLayout, _ connection: SQLiteConnection) throws {
    root = Int64(layout.root)
    question = try connection.prepare(
      "SELECT MAX(IFNULL(Z_MAX, 0), IFNULL((SELECT MAX(\(layout.columns.key)) FROM \(layout.table)), 0))"
        + " FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
    )
    raising = try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
  }

  /// The highest key that was ever given, or is there though nobody has noted it; nil if the store knows of none.
  func last() throws -> Int64? {
    try question.bind(integer: root, at: 0)
    defer { question.reset() }
    guard try question.step(), case .integer(let last) = question.value(at: 0) else { return nil }
    return last
  }

  /// Takes note of the highest key.
  func raise(to key: Int64) throws {
    try raising.bind(integer: key, at: 0)
    try raising.bind(integer: root, at: 1)
    try raising.run()
  }
}
