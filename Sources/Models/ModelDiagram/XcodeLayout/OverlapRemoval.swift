/// Moves boxes apart that overlap or leave no room for a line between them.
///
/// Boxes are visited from the upper left to the lower right, and each moves right or down, whichever is
/// shorter, until it is free of those before it. So relative positions stay.
struct OverlapRemoval {
  /// The least horizontal and vertical space between two boxes.
  static let gapX = 84
  static let gapY = 48

  static func separated(_ rects: [Rect]) -> [Rect] {
    let order = rects.indices.sorted { left, right in
      let (first, second) = (rects[left], rects[right])
      return (first.minX + first.minY, first.minX, left)
        < (second.minX + second.minY, second.minX, right)
    }
    var result = rects
    var placed: [Rect] = []
    for index in order {
      var rect = rects[index]
      while let other = placed.first(where: { $0.overlaps(rect.grown(x: gapX, y: gapY)) }) {
        let right = other.maxX + gapX - rect.minX
        let down = other.maxY + gapY - rect.minY
        rect = right < down ? rect.moved(x: right, y: 0) : rect.moved(x: 0, y: down)
      }
      placed.append(rect)
      result[index] = rect
    }
    return result
  }
}
