/// The tree of entities, worked out from the names of parents.
struct Inheritance: Sendable {
  private(set) var parents: [Int?]
  private(set) var children: [[Int]]
  private(set) var roots: [Int]

  /// The range of each entity in a preorder traversal: the entities within it are its descendants.
  private var walked: [Range<Int>]

  /// Entities that are their own ancestor; they are treated as roots.
  private(set) var cyclic: Set<Int> = []

  /// Entities with too many ancestors; they are treated as roots.
  private(set) var tooDeep: Set<Int> = []

  /// The number of ancestors that an entity may have.
  ///
  /// Real models have three. An entity has all properties of its ancestors, so without a limit a small
  /// file could produce a very large model.
  static let maximumDepth = 128

  init(model: Model, indexes: [String: Int]) {
    parents = model.entities.map { entity in entity.parentName.flatMap { indexes[$0] } }
    children = Array(repeating: [], count: parents.count)
    roots = Array(parents.indices)
    walked = Array(repeating: 0..<0, count: parents.count)
    cutCycles()
    for (index, parent) in parents.enumerated() {
      if let parent { children[parent].append(index) }
    }
    findRoots()
  }

  /// Follows the parents of each entity once; an entity that is met again on the same path is in a cycle.
  private mutating func cutCycles() {
    var walk = Array(repeating: 0, count: parents.count)
    for start in parents.indices where walk[start] == 0 {
      var current = start
      while walk[current] == 0 {
        walk[current] = start + 1
        guard let parent = parents[current] else { break }
        current = parent
      }
      guard walk[current] == start + 1, parents[current] != nil else { continue }
      var member = current
      repeat {
        guard cyclic.insert(member).inserted, let parent = parents[member] else { break }
        member = parent
      } while member != current
    }
    for index in cyclic { parents[index] = nil }
  }

  /// Whether an entity is another one or one of its descendants.
  func isEntity(_ index: Int, orDescendantOf ancestor: Int) -> Bool {
    walked[ancestor].contains(walked[index].lowerBound)
  }

  /// Children come after their parents in a traversal from the roots, so one pass suffices.
  private mutating func findRoots() {
    var entered = 0
    var starts = parents.indices.filter { parents[$0] == nil }
    while !starts.isEmpty {
      var pending = starts.map { (entity: $0, depth: 0) }
      starts = []
      while let (index, depth) = pending.popLast() {
        guard depth >= 0 else {
          walked[index] = walked[index].lowerBound..<entered
          continue
        }
        walked[index] = entered..<entered
        entered += 1
        pending.append((index, -1))
        if depth == Self.maximumDepth { starts += cutChildren(of: index) }
        for child in children[index] {
          roots[child] = roots[index]
          pending.append((child, depth + 1))
        }
      }
    }
  }

  /// Makes the children of an entity roots.
  private mutating func cutChildren(of index: Int) -> [Int] {
    let cut = children[index]
    for child in cut { parents[child] = nil }
    tooDeep.formUnion(cut)
    children[index] = []
    return cut
  }
}
