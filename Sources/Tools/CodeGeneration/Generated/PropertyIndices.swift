import ManagedModel

/// The index of every property of a model, by which generated code and the runtime know it.
///
/// Inherited properties come first, those of the farthest ancestor before all; of each entity its own
/// are in code-point order of their names. A property that is declared anew keeps the index it inherits.
struct PropertyIndices: Sendable {
  private let indices: [[Int]]

  init(_ resolved: ResolvedModel) {
    var indices = resolved.model.entities.map { Array(repeating: 0, count: $0.properties.count) }
    for root in resolved.roots {
      var pending = [(entity: root.index, inherited: [String: Int]())]
      while var next = pending.popLast() {
        let names = resolved.entities[next.entity].entity.properties.map(\.name)
        let order = names.indices.sorted { names[$0].precedesByCodePoint(names[$1]) }
        if resolved.standsAlone(next.entity) {
          for (index, position) in order.enumerated() { indices[next.entity][position] = index }
          continue
        }
        for position in order {
          let index = next.inherited[names[position]] ?? next.inherited.count
          next.inherited[names[position]] = index
          indices[next.entity][position] = index
        }
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
