/// The composites of a model that contain themselves, directly or through others.
///
/// These are the members of the strongly connected components of the graph of composites (Tarjan's algorithm),
/// found in one traversal without recursion: a file decides how deeply composites nest.
struct CompositeCycles {
  /// The indexes of the composites in ``Model/composites``.
  private(set) var members: Set<Int> = []

  private let inner: [[Int]]
  private var order: [Int?]
  private var lowest: [Int]
  private var isOnStack: [Bool]
  private var stack: [Int] = []
  private var count = 0

  init(_ model: Model) {
    let indexes = Dictionary(
      model.composites.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    inner = model.composites.map { composite in
      composite.attributes.compactMap { attribute in
        attribute.type == .composite ? attribute.compositeName.flatMap { indexes[$0] } : nil
      }
    }
    order = Array(repeating: nil, count: inner.count)
    lowest = Array(repeating: 0, count: inner.count)
    isOnStack = Array(repeating: false, count: inner.count)
    for start in inner.indices where order[start] == nil { walk(from: start) }
  }

  private mutating func walk(from start: Int) {
    var path = [(composite: start, next: 0)]
    enter(start)
    while let (composite, next) = path.last {
      if next < inner[composite].count {
        path[path.count - 1].next += 1
        let other = inner[composite][next]
        if order[other] == nil {
          enter(other)
          path.append((other, 0))
        } else if isOnStack[other] {
          lowest[composite] = min(lowest[composite], order[other] ?? 0)
        }
      } else {
        path.removeLast()
        if let outer = path.last?.composite {
          lowest[outer] = min(lowest[outer], lowest[composite])
        }
        if lowest[composite] == order[composite] { closePart(of: composite) }
      }
    }
  }

  private mutating func enter(_ composite: Int) {
    order[composite] = count
    lowest[composite] = count
    count += 1
    stack.append(composite)
    isOnStack[composite] = true
  }

  /// Pops the finished component that begins with a composite off the stack.
  private mutating func closePart(of composite: Int) {
    var part: [Int] = []
    while let member = stack.popLast() {
      isOnStack[member] = false
      part.append(member)
      if member == composite { break }
    }
    if part.count > 1 || inner[composite].contains(composite) { members.formUnion(part) }
  }
}
