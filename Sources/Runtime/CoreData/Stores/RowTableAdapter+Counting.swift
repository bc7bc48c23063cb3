extension RowTableAdapter {
  /// Returns the number of objects; nil if there is a condition, because the objects have to be fetched then.
  func count(_ request: StoreFetch) throws -> Int? {
    guard let asked = request.request, asked.predicate == nil, let window = request.window else {
      return nil
    }
    prepareQuery()
    let all = request.shapes.reduce(0) { $0 + table.count(ofEntity: $1.number) }
    let rest = max(0, all - window.offset)
    return window.limit > 0 ? min(rest, window.limit) : rest
  }
}
