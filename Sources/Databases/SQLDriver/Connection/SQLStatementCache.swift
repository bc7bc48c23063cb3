/// The prepared statements of a connection by their text, so that each is compiled once.
///
/// The least recently used ones are evicted when there are too many. A statement in the middle of an execution is not
/// given out again.
package struct SQLStatementCache {
  // A class, so that recording a use needs no second lookup.
  private final class Entry {
    let statement: SQLStatement
    let sql: String
    // Read and written whole by the one caller that uses the connection.
    @exclusivity(unchecked) var lastUse: UInt64

    init(_ statement: SQLStatement, lastUse: UInt64) {
      self.statement = statement
      sql = statement.sql
      self.lastUse = lastUse
    }
  }

  private var entries: [String: Entry] = [:]

  /// The entry that was used last.
  ///
  /// The only statement that every save takes from the cache is found without hashing its text.
  private var latest: Entry?
  private var clock: UInt64 = 0
  private let capacity: Int

  package init(capacity: Int = 256) {
    self.capacity = max(capacity, 1)
  }

  package var count: Int { entries.count }

  /// Returns the statement with the given text, with its parameters null; nil if it is unknown or in use.
  package mutating func idleStatement(for sql: String) -> SQLStatement? {
    guard let entry = entry(for: sql), !entry.statement.isActive else { return nil }
    clock += 1
    entry.lastUse = clock
    entry.statement.clearBindings()
    return entry.statement
  }

  private mutating func entry(for sql: String) -> Entry? {
    if let latest, latest.sql == sql { return latest }
    guard let found = entries[sql] else { return nil }
    latest = found
    return found
  }

  /// Caches a statement; one with the same text that is in use stays instead.
  package mutating func keep(_ statement: SQLStatement) {
    guard entries[statement.sql] == nil else { return }
    if entries.count >= capacity { removeOldest() }
    clock += 1
    entries[statement.sql] = Entry(statement, lastUse: clock)
  }

  package mutating func removeAll() {
    latest = nil
    entries.removeAll()
  }

  /// Evicts a quarter at a time, so that a full cache does not search for each new statement.
  private mutating func removeOldest() {
    latest = nil
    let uses = entries.values.map(\.lastUse).sorted()
    let limit = uses[min(max(capacity / 4, 1), uses.count) - 1]
    entries = entries.filter { $0.value.lastUse > limit }
  }
}
