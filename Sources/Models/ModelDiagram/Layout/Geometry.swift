/// A place in a diagram, in whole pixels from its top left corner.
package struct Point: Sendable, Hashable {
  package var x: Int
  package var y: Int
}

/// A rectangle with its sides parallel to the axes.
package struct Rect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package var minX: Int { x }
  package var minY: Int { y }
  package var maxX: Int { x + width }
  package var maxY: Int { y + height }

  /// Whether the insides of the rectangles have a point in common.
  package func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The rectangle with all sides moved outwards.
  package func grown(by margin: Int) -> Rect {
    grown(x: margin, y: margin)
  }

  package func grown(x horizontal: Int, y vertical: Int) -> Rect {
    Rect(
      x: x - horizontal,
      y: y - vertical,
      width: width + 2 * horizontal,
      height: height + 2 * vertical
    )
  }

  /// The smallest rectangle around both.
  package func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left,
      y: top,
      width: max(maxX, other.maxX) - left,
      height: max(maxY, other.maxY) - top
    )
  }

  package func moved(x horizontal: Int, y vertical: Int) -> Rect {
    Rect(x: x + horizontal, y: y + vertical, width: width, height: height)
  }
}

/// A stretch of an axis, both ends included.
struct Span: Sendable, Hashable {
  var low: Int
  var high: Int

  init(_ first: Int, _ second: Int) {
    low = min(first, second)
    high = max(first, second)
  }

  /// Whether the stretches come nearer to each other than a distance.
  func meets(_ other: Span, within distance: Int = 0) -> Bool {
    low - distance <= other.high && other.low - distance <= high
  }

  /// Whether a place lies on the stretch and not at one of its ends.
  func containsInside(_ place: Int) -> Bool {
    low < place && place < high
  }
}
