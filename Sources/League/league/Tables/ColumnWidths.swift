/// Computes the widths of columns if there is not enough room for all of them.
enum ColumnWidths {
  /// The minimum width to which a column is cut.
  private static let least = 4

  /// Returns the widths of columns in a line of a given length: the widest are cut first, down to a minimum.
  ///
  /// - Parameters:
  ///   - natural: The number of cells that each column needs.
  ///   - width: The maximum number of cells of a line.
  ///   - gap: The number of cells between two columns.
  /// - Returns: The widths; their sum is too large only if the minimum widths do not fit.
  static func fitting(_ natural: [Int], into width: Int, gap: Int) -> [Int] {
    let room = width - gap * max(0, natural.count - 1)
    guard natural.reduce(0, +) > room else { return natural }
    // The highest limit with which all fit, by binary search.
    var low = least
    var high = max(least, natural.max() ?? 0)
    while low < high {
      let limit = (low + high + 1) / 2
      if natural.reduce(0, { $0 + min($1, limit) }) <= room {
        low = limit
      } else {
        high = limit - 1
      }
    }
    var widths = natural.map { min($0, low) }
    // The remainder goes to the first columns that can use it.
    var rest = room - widths.reduce(0, +)
    for column in natural.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }
}
