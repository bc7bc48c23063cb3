/// The lines beside boxes along which edges can run, and their blocked segments.
struct RoutingGrid {
  /// The positions of the vertical lines, ascending, and the blocked segments of each.
  private(set) var columns: [Int]
  private var blockedColumns: [[Span]]

  /// The positions of the horizontal lines, ascending, and the blocked segments of each.
  private(set) var rows: [Int]
  private var blockedRows: [[Span]]

  /// The boxes with the space around them that lines keep free.
  private let obstacles: [Rect]

  /// The distance from a box of the lines beside it: room for the marks at the ends of edges.
  static let sideDistance = 30
  static let rowDistance = 20

  init(boxes: [Rect]) {
    let obstacles = boxes.map { $0.grown(x: Self.sideDistance - 6, y: Self.rowDistance - 6) }
    self.obstacles = obstacles
    columns = Set(boxes.flatMap { [$0.minX - Self.sideDistance, $0.maxX + Self.sideDistance] })
      .sorted()
    rows = Set(boxes.flatMap { [$0.minY - Self.rowDistance, $0.maxY + Self.rowDistance] }).sorted()
    blockedColumns = columns.map { x in Self.blockedStretches(ofColumn: x, obstacles: obstacles) }
    blockedRows = rows.map { y in Self.blockedStretches(ofRow: y, obstacles: obstacles) }
  }

  /// The grid with additional lines.
  func adding(columns moreColumns: [Int], rows moreRows: [Int]) -> RoutingGrid {
    var copy = self
    for x in Set(moreColumns).sorted() {
      let index = copy.columns.partitioningIndex { $0 >= x }
      if index < copy.columns.count, copy.columns[index] == x { continue }
      copy.columns.insert(x, at: index)
      copy.blockedColumns.insert(
        Self.blockedStretches(ofColumn: x, obstacles: obstacles),
        at: index
      )
    }
    for y in Set(moreRows).sorted() {
      let index = copy.rows.partitioningIndex { $0 >= y }
      if index < copy.rows.count, copy.rows[index] == y { continue }
      copy.rows.insert(y, at: index)
      copy.blockedRows.insert(
        Self.blockedStretches(ofRow: y, obstacles: obstacles),
        at: index
      )
    }
    return copy
  }

  private static func blockedStretches(ofColumn x: Int, obstacles: [Rect]) -> [Span] {
    obstacles.filter { Span($0.minX, $0.maxX).containsInside(x) }.map { Span($0.minY, $0.maxY) }
  }

  private static func blockedStretches(ofRow y: Int, obstacles: [Rect]) -> [Span] {
    obstacles.filter { Span($0.minY, $0.maxY).containsInside(y) }.map { Span($0.minX, $0.maxX) }
  }

  /// Whether no box blocks a row between two columns.
  func isFree(row: Int, from first: Int, to second: Int) -> Bool {
    let span = Span(columns[first], columns[second])
    return !blockedRows[row].contains { $0.low < span.high && span.low < $0.high }
  }

  /// Whether no box blocks a column between two rows.
  func isFree(column: Int, from first: Int, to second: Int) -> Bool {
    let span = Span(rows[first], rows[second])
    return !blockedColumns[column].contains { $0.low < span.high && span.low < $0.high }
  }
}
