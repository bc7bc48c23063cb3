/// The tree of entities, worked out from the names of parents.
struct Inheritance {
  private(set) var parents: [Int?]
  private(set) var children: [[Int]]
  private(set) var roots: [Int]

  /// Entities that are their own ancestor; they are treated as roots.
  private(set) var cyclic: Set<Int> = []

  init(model: Model, indexes: [String: Int]) {
    parents = model.entities.map { entity in entity.parentName.flatMap { indexes[$0] } }
    children = Array(repeating: [], count: parents.count)
    roots = Array(parents.indices)
    cutCycles()
    for (index, parent) in parents.enumerated() {
      if let parent { children[parent].append(index) }
    }
    findRoots()
  }

  /// Walks up from each entity once; whoever is met again on the same walk is in a cycle.
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

  /// Children stand after their parents in a walk from the roots, so one pass settles everyone.
  private mutating func findRoots() {
    var pending = parents.indices.filter { parents[$0] == nil }
    while let index = pending.popLast() {
      for child in children[index] {
        roots[child] = roots[index]
        pending.append(child)
      }
    }
  }
}
