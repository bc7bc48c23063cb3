import ObjectRows

extension EntityConstraint {
  /// The constraints of an entity and of its ancestors; one that names an unknown property is ignored.
  static func all(of shape: EntityShape) -> [Self] {
    var constraints: [Self] = []
    var next: EntityShape? = shape
    while let owner = next {
      for names in owner.entity.uniquenessConstraints.map({ $0.compactMap { $0 as? String } }) {
        let indices = names.compactMap(owner.index(of:))
        guard !indices.isEmpty, indices.count == names.count else { continue }
        constraints.append(Self(entity: owner.number, names: names, indices: indices))
      }
      next = owner.parent
    }
    return constraints
  }
}
