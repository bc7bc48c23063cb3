import ManagedModel

/// The positions of the boxes in Xcode's diagram, if it was arranged.
///
/// A file may contain meaningless positions: Xcode lays new entities on top of each other in a
/// cascade, and keeps the boxes of removed entities. Such positions are not used.
struct DrawnPositions: Sendable {
  /// The place of each box of the diagram, in its order; nil where the file has none.
  let places: [Point?]

  /// The factor by which distances between boxes grow from the file to the picture.
  let scale: Scale

  struct Scale: Sendable {
    var x: Double
    var y: Double
  }

  /// - Returns: nil if the positions show no arrangement.
  init?(_ drawn: [DiagramBox], of diagram: DiagramModel, in graph: LayoutGraph) {
    var rects: [String: DrawnRect] = [:]
    for box in drawn where rects[box.name] == nil { rects[box.name] = DrawnRect(box) }
    let entities = diagram.boxes.indices.filter { diagram.boxes[$0].kind == .entity }
    var found: [(box: Int, rect: DrawnRect)] = []
    for box in entities {
      guard let rect = rects.removeValue(forKey: diagram.boxes[box].name) else { continue }
      found.append((box, rect))
    }
    guard found.count > 1, found.count * 3 >= entities.count * 2,
      Self.isArranged(found.map(\.rect))
    else { return nil }
    scale = Self.scale(of: found, in: graph)
    var places = [Point?](repeating: nil, count: diagram.boxes.count)
    for (box, rect) in found {
      places[box] = Point(x: Int(rect.x * scale.x), y: Int(rect.y * scale.y))
    }
    self.places = places
  }

  /// Whether most boxes lie free of the others.
  private static func isArranged(_ rects: [DrawnRect]) -> Bool {
    let covered = rects.indices.count { index in
      rects.indices.contains { $0 != index && rects[$0].covers(rects[index]) }
    }
    return covered * 3 <= rects.count
  }

  /// The factor by which our boxes, which are larger than Xcode's, have to stand further apart.
  static func scale(of found: [(box: Int, rect: DrawnRect)], in graph: LayoutGraph) -> Scale {
    let count = Double(found.count)
    let ours = found.reduce(into: (width: 0.0, height: 0.0)) {
      $0.width += Double(graph.boxes[$1.box].width + 2 * OverlapRemoval.gapX) / count
      $0.height += Double(graph.boxes[$1.box].height + 2 * OverlapRemoval.gapY) / count
    }
    let theirs = found.reduce(into: (width: 0.0, height: 0.0)) {
      $0.width += ($1.rect.width + 60) / count
      $0.height += ($1.rect.height + 40) / count
    }
    return Scale(
      x: min(max(ours.width / theirs.width, 0.5), 4),
      y: min(max(ours.height / theirs.height, 0.5), 4)
    )
  }
}

/// A box of Xcode's diagram as numbers.
struct DrawnRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Nil for a position that is not a number or out of range.
  init?(_ box: DiagramBox) {
    guard let x = Double(box.positionX), let y = Double(box.positionY),
      abs(x) <= 100_000, abs(y) <= 100_000
    else { return nil }
    self.x = x
    self.y = y
    width = Self.length(box.width, usual: 128)
    height = Self.length(box.height, usual: 72)
  }

  /// A size of zero means that Xcode never drew the box.
  private static func length(_ text: String, usual: Double) -> Double {
    guard let length = Double(text), length > 0, length <= 100_000 else { return usual }
    return length
  }

  /// Whether this box hides a good part of the other.
  func covers(_ other: DrawnRect) -> Bool {
    let shared = (
      width: min(x + width, other.x + other.width) - max(x, other.x),
      height: min(y + height, other.y + other.height) - max(y, other.y)
    )
    guard shared.width > 0, shared.height > 0 else { return false }
    return shared.width * shared.height * 4 > min(width * height, other.width * other.height)
  }
}
