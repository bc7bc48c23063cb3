/// Packs rectangles so that they fill a page of the ideal shape.
///
/// High ones come first; each goes as far up, then as far left, as the skyline of those before leaves
/// room. Several page widths are tried.
struct ShelfPacking {
  typealias Size = (width: Int, height: Int)

  private let sizes: [Size]

  init(_ sizes: [Size]) {
    self.sizes = sizes
  }

  /// The upper left corner of each rectangle.
  func places() -> [Point] {
    let area = sizes.reduce(0.0) { $0 + Double($1.width) * Double($1.height) }
    let widest = sizes.map(\.width).max() ?? 0
    let ideal = (area * DiagramShape.idealRatio).squareRoot()
    let order = sizes.indices.sorted { left, right in
      (-sizes[left].height, -sizes[left].width, left)
        < (-sizes[right].height, -sizes[right].width, right)
    }
    var best: (extent: Double, places: [Point])?
    for factor in [0.9, 1.0, 1.1, 1.25, 1.5, 1.8] {
      let (places, extent) = places(order, pageWidth: max(widest, Int(ideal * factor)))
      if best.map({ extent < $0.extent }) ?? true { best = (extent, places) }
    }
    return best?.places ?? []
  }

  private func places(_ order: [Int], pageWidth: Int) -> (places: [Point], extent: Double) {
    var skyline = Skyline(width: pageWidth)
    var places = sizes.map { _ in Point(x: 0, y: 0) }
    var (right, bottom) = (0, 0)
    for index in order {
      let place = skyline.add(sizes[index])
      places[index] = place
      right = max(right, place.x + sizes[index].width)
      bottom = max(bottom, place.y + sizes[index].height)
    }
    return (places, DiagramShape.extent(width: right, height: bottom))
  }
}

/// The lower border of what is already on a page.
private struct Skyline {
  private struct Step {
    var x: Int
    var width: Int
    var y: Int
  }

  private var steps: [Step]
  private let width: Int

  init(width: Int) {
    self.width = width
    steps = [Step(x: 0, width: width, y: 0)]
  }

  /// Puts a rectangle where it ends highest, leftmost among equals.
  mutating func add(_ size: ShelfPacking.Size) -> Point {
    var best: (place: Point, step: Int)?
    for (index, step) in steps.enumerated() {
      guard step.x + size.width <= width else { break }
      let y = top(from: index, width: size.width)
      if best.map({ y < $0.place.y }) ?? true { best = (Point(x: step.x, y: y), index) }
    }
    let place = best?.place ?? Point(x: 0, y: steps.map(\.y).max() ?? 0)
    cover(x: place.x, width: size.width, y: place.y + size.height)
    return place
  }

  private func top(from index: Int, width: Int) -> Int {
    var covered = 0
    var top = 0
    for step in steps[index...] where covered < width {
      top = max(top, step.y)
      covered += step.width
    }
    return top
  }

  private mutating func cover(x: Int, width: Int, y: Int) {
    var result: [Step] = []
    var isAdded = false
    for step in steps {
      if step.x < x {
        result.append(Step(x: step.x, width: min(step.width, x - step.x), y: step.y))
      }
      if !isAdded, step.x + step.width > x {
        result.append(Step(x: x, width: width, y: y))
        isAdded = true
      }
      let (end, coveredEnd) = (step.x + step.width, x + width)
      if end > coveredEnd {
        let start = max(step.x, coveredEnd)
        result.append(Step(x: start, width: end - start, y: step.y))
      }
    }
    steps = result
  }
}
