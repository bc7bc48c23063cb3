import ManagedModel

/// The index of every property of a model, according to ``PropertyIndexRule``.
struct PropertyIndices: Sendable {
  private let indices: [[Int]]

  init(_ resolved: ResolvedModel) {
    var indices = resolved.model.entities.map { Array(repeating: 0, count: $0.properties.count) }
    for root in resolved.roots {
      var pending = [(entity: root.index, inherited: [String: Int]())]
      while var next = pending.popLast() {
        let names = resolved.entities[next.entity].entity.properties.map(\.name)
        let standsAlone = resolved.standsAlone(next.entity)
        let inherited = standsAlone ? [:] : next.inherited
        let own = PropertyIndexRule.indices(of: names, after: inherited.count) { inherited[$0] }
        for (position, index) in own {
          indices[next.entity][position] = index
        }
        if standsAlone { continue }
        for (position, index) in own { next.inherited[names[position]] = index }
        for child in resolved.entities[next.entity].children {
          pending.append((child, next.inherited))
        }
      }
    }
    self.indices = indices
  }

  subscript(location: PropertyLocation) -> Int? {
    guard indices.indices.contains(location.entity),
      indices[location.entity].indices.contains(location.property)
    else { return nil }
    return indices[location.entity][location.property]
  }
}
