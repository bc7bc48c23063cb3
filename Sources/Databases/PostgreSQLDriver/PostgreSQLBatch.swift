import CLibPQ
import SQLDriver

/// Rows for one statement, collected to be sent together.
protocol PostgreSQLBatch: AnyObject {
  /// Adds the row of an execution.
  ///
  /// - Returns: false if a value cannot be sent in the binary format; then the row is not added.
  /// - Throws: An error for a value that does not fit its column.
  func add(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((Int) -> Void)?
  ) throws(SQLError) -> Bool

  /// Whether there are no rows.
  var isEmpty: Bool { get }

  /// Whether the rows must be sent before others are added.
  var isFull: Bool { get }

  /// Sends the rows and removes them from the batch.
  func send(on handle: PostgreSQLHandle) throws(SQLError)

  /// Discards the rows.
  func removeAll()
}

extension SQLRowWrite.Kind {
  /// The number of rows that each execution inserts if it succeeds.
  var insertedRows: Int {
    if case .insertion = self { 1 } else { 0 }
  }
}

// The order of deferred work: first the statements of the pipeline, then the rows of a COPY in progress, then the
// batches. An addition to one of them waits for those before it.
extension PostgreSQLHandle {
  /// Adds the row of an execution to a batch.
  ///
  /// - Returns: false if a value cannot be sent in the binary format; then the batches before it are sent.
  func gather(
    _ batch: any PostgreSQLBatch,
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((Int) -> Void)?
  ) throws(SQLError) -> Bool {
    let isFirst = batch.isEmpty
    guard try batch.add(parameters, report) else {
      try sendBatches()
      return false
    }
    if isFirst { batches.append(batch) }
    if batch.isFull { try sendBatches(upTo: batch) }
    return true
  }

  /// Sends the collected rows, and ends a COPY in progress.
  func sendBatches() throws(SQLError) {
    try sendBatches(upTo: nil)
    do { try endCopying() } catch {
      discardBatches()
      throw error
    }
  }

  /// Sends the batches up to `last`, in the order of their first rows.
  private func sendBatches(upTo last: (any PostgreSQLBatch)?) throws(SQLError) {
    while let batch = batches.first {
      batches.removeFirst()
      do { try batch.send(on: self) } catch {
        batch.removeAll()
        discardBatches()
        throw error
      }
      if batch === last { return }
    }
  }

  /// Discards the collected rows, because the transaction is rolled back.
  func discardBatches() {
    for batch in batches { batch.removeAll() }
    batches.removeAll()
    guard copying != nil else { return }
    copying = nil
    copyTrace = nil
    guard let pointer, isUsable else { return }
    PQputCopyEnd(pointer, "the transaction is rolled back")
    drain(pointer)
  }
}
