import SQLDriver
import SQLStore

/// The rows that a statement gives, which may be of several entities; each is kept in memory.
final class RowSequence {
  let statement: SQLStatement
  private let selection: RowSelection
  private unowned let adapter: SQLiteAdapter

  /// By the number of the entity in the rows.
  private var readers: [Reader?] = []
  private var current: Reader?

  /// When the statement began to be executed.
  private var start: UInt64 = 0

  /// What reads the rows of one entity.
  private struct Reader {
    let number: Int
    let reader: StatementReader
  }

  init(_ adapter: SQLiteAdapter, _ statement: SQLStatement, _ selection: RowSelection) {
    self.adapter = adapter
    self.statement = statement
    self.selection = selection
  }

  /// Must be called before the statement is executed.
  func begin() {
    statement.expect(selection.expectations)
    start = adapter.cache.present
  }

  /// The object of the next row; nil at the end.
  func next() throws -> Reference? {
    while try statement.step() {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = adapter.reference(statement.integer(at: 0), entity: entity)
      if reference.isNone { continue }
      guard let reader = reader(ofEntity: entity) else { return reference }
      // A row that is still the same is shared by those who have it already.
      if !adapter.cache.has(reference, version: statement.integer(at: 2)) {
        adapter.cache.offer(reader.row(), for: reference, since: start)
      }
      return reference
    }
    return nil
  }

  /// The next object with its row.
  func nextRow() throws -> (reference: Reference, row: Row)? {
    while try statement.step() {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = adapter.reference(statement.integer(at: 0), entity: entity)
      guard !reference.isNone, let reader = reader(ofEntity: entity) else { continue }
      if let row = adapter.cache.row(reference, version: statement.integer(at: 2)) {
        return (reference, row)
      }
      let row = reader.row()
      adapter.cache.offer(row, for: reference, since: start)
      return (reference, row)
    }
    return nil
  }

  @inline(__always) private func reader(ofEntity entity: Int) -> StatementReader? {
    if let current, current.number == entity { return current.reader }
    return otherReader(ofEntity: entity)
  }

  private func otherReader(ofEntity entity: Int) -> StatementReader? {
    guard selection.hasValues, let shape = adapter.shape(ofEntity: entity),
      let layout = adapter.layout[entity]
    else { return nil }
    while readers.count <= entity { readers.append(nil) }
    let found =
      readers[entity]
      ?? Reader(
        number: entity,
        reader: adapter.makeReader(statement, selection, shape, layout)
      )
    readers[entity] = found
    current = found
    return found.reader
  }
}
