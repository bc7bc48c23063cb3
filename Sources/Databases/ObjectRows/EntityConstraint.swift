/// A uniqueness constraint: properties whose values differ for any two objects of an entity and its subentities.
package struct EntityConstraint: Hashable {
  /// The number of the entity that declares it.
  package let entity: Int

  package let names: [String]

  /// The numbers of the properties, the same in all subentities.
  package let indices: [Int]

  package init(entity: Int, names: [String], indices: [Int]) {
    self.entity = entity
    self.names = names
    self.indices = indices
  }

  /// The values of the constrained properties in a row; nil if one is missing, because such objects never conflict.
  package func key(of row: Row) -> ConstraintKey? {
    ConstraintKey(indices.map(row.value(at:)))
  }
}

/// The values of an object's constrained properties.
package struct ConstraintKey: Hashable {
  package let values: [Value]

  /// The key with some values; nil if one of them is missing.
  package init?(_ values: [Value]) {
    for value in values where value.isNone || value.isNullReference { return nil }
    self.values = values
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.isSame(as: $1) }
  }

  package func hash(into hasher: inout Hasher) {
    for value in values { value.hashContents(into: &hasher) }
  }
}

extension Value {
  fileprivate var isNullReference: Bool {
    if case .reference(let reference) = self { reference.isNone } else { false }
  }

  fileprivate func hashContents(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .float(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    // Objects of different classes may be equal, so they are hashed by their count alone.
    case .object: hasher.combine(1)
    case .reference(let value): hasher.combine(value)
    }
  }
}
