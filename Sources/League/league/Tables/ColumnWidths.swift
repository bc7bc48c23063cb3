/// The widths of columns where there is not enough room for all of them.
enum ColumnWidths {
  /// The least width to which a column is cut.
  private static let least = 4

  /// The widths of columns in a line of a given length: the widest give up cells first, down to a few.
  ///
  /// - Parameters:
  ///   - natural: How many cells each column needs.
  ///   - width: How many cells a line may take.
  ///   - gap: How many cells are between two columns.
  /// - Returns: The widths; together they are too much only if nothing can be done about it.
  static func fitting(_ natural: [Int], into width: Int, gap: Int) -> [Int] {
    let room = width - gap * max(0, natural.count - 1)
    guard natural.reduce(0, +) > room else { return natural }
    // The highest limit under which all fit.
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
    // What is left over goes to the first columns that can use it.
    var rest = room - widths.reduce(0, +)
    for column in natural.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }
}
