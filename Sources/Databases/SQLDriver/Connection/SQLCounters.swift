package import Synchronization

/// Counters of the work of a connection since it was opened.
///
/// Only the thread that uses the connection writes them, so that counting is a load and a store; any thread may read.
package final class SQLCounters: Sendable {
  /// Executions of statements, those that begin and end transactions included.
  package let statements = Atomic<Int>(0)
  package let rowsRead = Atomic<Int>(0)

  /// Rows that were inserted, updated or deleted.
  package let rowsWritten = Atomic<Int>(0)

  package init() {}

  /// Counts the execution of a statement.
  @inline(__always)
  package func countStatement() { Self.add(1, to: statements) }

  /// Counts rows.
  @inline(__always)
  package func countRows(read: Int = 0, written: Int = 0) {
    if read != 0 { Self.add(read, to: rowsRead) }
    if written != 0 { Self.add(written, to: rowsWritten) }
  }

  /// Adds to a counter that no other thread writes.
  @inline(__always)
  package static func add(_ number: Int, to count: borrowing Atomic<Int>) {
    count.store(count.load(ordering: .relaxed) &+ number, ordering: .relaxed)
  }
}
