import SQLDriver

/// The highest number that was given to an object of a table.
enum HighestNumber {
  /// A number greater than one in the store; `name` says in the error which numbers have run out.
  static func number(_ distance: Int64 = 1, after last: Int64, _ name: String) throws -> Int64 {
    let (next, overflow) = last.addingReportingOverflow(distance)
    guard !overflow else { throw StoreError.corrupt("There are no more \(name).") }
    return next
  }

  /// The maximum of the number that the store has recorded and the highest one in use.
  ///
  /// Other programs may have inserted rows without recording it, and Core Data records some only when it needs them.
  ///
  /// - Returns: At least 0, as numbers begin with 1; nil if the store has something else than a number.
  static func of(recorded: SQLValue, inUse: SQLValue) -> Int64? {
    switch (recorded, inUse) {
    case (.integer(let recorded), .integer(let used)): max(recorded, used, 0)
    case (.integer(let number), .null), (.null, .integer(let number)): max(number, 0)
    case (.null, .null): 0
    default: nil
    }
  }
}
