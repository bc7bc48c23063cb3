import CLibPQ
import SQLDriver

/// Rows that one statement writes, gathered to be sent together.
protocol PostgreSQLBatch: AnyObject {
  /// Adds the row of an execution.
  ///
  /// - Returns: false for values that cannot be sent in the binary format; the row was not added then.
  /// - Throws: An error for a value that does not fit its column.
  func add(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((Int) -> Void)?
  ) throws(SQLError) -> Bool

  /// Whether there are no rows.
  var isEmpty: Bool { get }

  /// Whether the rows are to be sent before others are added.
  var isFull: Bool { get }

  /// Sends the rows, which are not here any more then.
  func send(on handle: PostgreSQLHandle) throws(SQLError)

  /// Forgets the rows.
  func removeAll()
}

extension SQLRowWrite.Kind {
  /// The number of rows that each execution inserts if it succeeds.
  var insertedRows: Int {
    if case .insertion = self { 1 } else { 0 }
  }
}

// The order of everything that is sent later than it is asked for: first the statements of the pipeline, then the
// rows of a COPY that is under way, then the batches. Whatever goes into one of them waits for those before it.
extension PostgreSQLHandle {
  /// Adds the row of an execution to a batch.
  ///
  /// - Returns: false for values that cannot be sent in the binary format; the batches before are sent then.
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

  /// Sends the rows that are gathered, and ends a COPY that is under way.
  func sendBatches() throws(SQLError) {
    try sendBatches(upTo: nil)
    do { try endCopying() } catch {
      discardBatches()
      throw error
    }
  }

  /// Sends the rows of the batches up to one, in the order of their first rows.
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

  /// Forgets the rows that are gathered, because the transaction is taken back.
  func discardBatches() {
    for batch in batches { batch.removeAll() }
    batches.removeAll()
    guard copying != nil else { return }
    copying = nil
    copyTrace = nil
    guard let pointer, isUsable else { return }
    PQputCopyEnd(pointer, "the transaction is taken back")
    drain(pointer)
  }
}
