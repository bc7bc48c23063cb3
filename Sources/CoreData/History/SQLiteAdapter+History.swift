import Foundation
import SQLDriver

extension SQLiteAdapter {
  func lastHistoryTransaction() throws -> Int64? {
    try translatingErrors { try HistoryReader(self)?.lastTransaction() }
  }

  func history(_ question: HistoryQuestion) throws -> [NSPersistentHistoryTransaction]? {
    try translatingErrors {
      guard let reader = try HistoryReader(self) else { return nil }
      switch question.start {
      case .transaction(let number):
        if number > 0, try !reader.isComplete(after: number) {
          throw StoreFailure.error(
            NSPersistentHistoryTokenExpiredError,
            "The history that the token is about was deleted.",
            url: file.url
          )
        }
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
  }

  func forgetHistory(_ part: HistoryPart) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    try translatingErrors {
      guard let reader = try HistoryReader(self) else { return }
      switch part {
      case .all: try reader.forget(where: "t.Z_PK > ?", .integer(0))
      case .before(let number): try reader.forget(where: "t.Z_PK < ?", .integer(number))
      case .beforeDate(let seconds): try reader.forget(where: "t.ZTIMESTAMP < ?", .real(seconds))
      case .transactions(let numbers):
        let list = SQLValue.text(Self.list(of: numbers))
        try reader.forget(where: "t.Z_PK IN (SELECT value FROM json_each(?))", list)
      }
    }
  }
}
