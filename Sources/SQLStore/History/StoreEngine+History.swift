import SQLDriver

extension StoreEngine {
  /// The number of the last transaction in the history; nil if the store keeps none.
  package func lastHistoryTransaction() throws -> Int64? {
    try HistoryReader(self)?.lastTransaction()
  }

  /// Transactions of the history; nil if the store keeps none.
  ///
  /// - Throws: ``StoreError/historyExpired`` if some of them were deleted.
  package func history(_ question: HistoryQuestion) throws -> [HistoryTransaction]? {
    guard let reader = try HistoryReader(self) else { return nil }
    switch question.start {
    case .transaction(let number):
      if number > 0, try !reader.isComplete(after: number) { throw StoreError.historyExpired }
      return try reader.transactions(
        where: "t.Z_PK > ?",
        .integer(number),
        withChanges: question.wantsChanges
      )
    case .date(let seconds):
      return try reader.transactions(
        where: "t.ZTIMESTAMP > ?",
        .real(seconds),
        withChanges: question.wantsChanges
      )
    }
  }

  /// Deletes a part of the history.
  package func deleteHistory(_ part: HistoryPart) throws {
    guard let reader = try HistoryReader(self) else { return }
    switch part {
    case .all: try reader.delete(where: "t.Z_PK > ?", .integer(0))
    case .before(let number): try reader.delete(where: "t.Z_PK < ?", .integer(number))
    case .beforeDate(let seconds): try reader.delete(where: "t.ZTIMESTAMP < ?", .real(seconds))
    case .transactions(let numbers):
      let keys = layout.dialect.keyLists.selection
      try reader.delete(where: "t.Z_PK IN (\(keys))", list(of: numbers))
    }
  }
}
