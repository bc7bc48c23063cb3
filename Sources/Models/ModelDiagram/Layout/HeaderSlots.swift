/// The places at which lines touch the headers of boxes.
///
/// A line without a row ends at the header of its box. Lines with the same mark at their end
/// share a slot there, and their last segment; lines with different marks get different slots.
struct HeaderSlots: Sendable {
  private enum Mark: Hashable {
    case inheritance
    case composite
    case relationship(Multiplicity?)
  }

  private struct Key: Hashable {
    var box: Int
    var mark: Mark
  }

  private var slots: [Key: Int] = [:]
  private var counts: [Int]

  init(_ diagram: DiagramModel) {
    counts = Array(repeating: 0, count: diagram.boxes.count)
    // The line to a parent or from a child comes first: readers look for it.
    let inheritance = diagram.edges.filter { $0.kind == .inheritance }
    for edge in inheritance + diagram.edges.filter({ $0.kind != .inheritance }) {
      for end in [edge.tail, edge.head] where end.row == nil {
        let key = Self.key(of: end, in: edge)
        guard slots[key] == nil else { continue }
        slots[key] = counts[end.box]
        counts[end.box] += 1
      }
    }
  }

  /// The number of places that the header of a box has to have.
  func count(ofBox box: Int) -> Int { counts[box] }

  /// The place of an end at the header of its box, counted from above.
  func slot(of end: DiagramEnd, in edge: DiagramEdge) -> Int {
    slots[Self.key(of: end, in: edge)] ?? 0
  }

  private static func key(of end: DiagramEnd, in edge: DiagramEdge) -> Key {
    let mark: Mark =
      switch edge.kind {
      case .inheritance: .inheritance
      case .composite: .composite
      case .relationship: .relationship(end.multiplicity)
      }
    return Key(box: end.box, mark: mark)
  }
}
