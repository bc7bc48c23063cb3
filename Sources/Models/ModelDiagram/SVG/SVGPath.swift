/// A line along the axes with rounded corners, as the data of an SVG path.
enum SVGPath {
  private static let radius = 7

  static func data(_ points: [Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var data = "M\(first.x) \(first.y)"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let room = min(length(before, corner), length(corner, after)) / 2
      let radius = min(Self.radius, room)
      let start = place(on: corner, towards: before, distance: radius)
      let end = place(on: corner, towards: after, distance: radius)
      data += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
    }
    return data + "L\(last.x) \(last.y)"
  }

  private static func length(_ first: Point, _ second: Point) -> Int {
    abs(first.x - second.x) + abs(first.y - second.y)
  }

  private static func place(on corner: Point, towards other: Point, distance: Int) -> Point {
    Point(
      x: corner.x + (other.x - corner.x).signum() * distance,
      y: corner.y + (other.y - corner.y).signum() * distance
    )
  }
}
