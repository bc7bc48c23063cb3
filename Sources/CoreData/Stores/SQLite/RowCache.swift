/// The rows that a store has read or written last, shared by all contexts.
///
/// Fetched objects are faults; their rows wait here until somebody looks at a value. When there are too many
/// all are dropped: whatever is still wanted is read again.
final class RowCache {
  private var rows: [Reference: Row] = [:]
  private let limit: Int

  init(limit: Int = 1 << 18) {
    self.limit = limit
  }

  subscript(reference: Reference) -> Row? { rows[reference] }

  func set(_ row: Row, for reference: Reference) {
    if rows.count >= limit { rows.removeAll(keepingCapacity: true) }
    rows[reference] = row
  }

  func remove(_ reference: Reference) { rows[reference] = nil }

  func removeAll() { rows.removeAll() }
}
