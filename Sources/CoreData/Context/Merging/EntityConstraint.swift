import Foundation
import ObjectRows

/// Properties of which no two objects of an entity and its subentities may have the same values.
struct EntityConstraint: Hashable {
  /// The number of the entity that asks for it.
  let entity: Int

  let names: [String]

  /// The numbers of the properties, the same in all subentities.
  let indices: [Int]

  /// The constraints of an entity and of its ancestors; one that names an unknown property is left out.
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

  /// What an object has there; nil if a value is missing, for then it is like no other.
  func key(of row: Row) -> ConstraintKey? {
    ConstraintKey(indices.map(row.value(at:)))
  }
}

/// The values that an object has where a constraint wants them to be its own.
struct ConstraintKey: Hashable {
  let values: [Value]

  /// The key with some values; nil if one of them is missing.
  init?(_ values: [Value]) {
    for value in values where value.isNone || value.isReferenceToNothing { return nil }
    self.values = values
  }

  static func == (left: Self, right: Self) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.isSame(as: $1) }
  }

  func hash(into hasher: inout Hasher) {
    for value in values { value.hashContents(into: &hasher) }
  }
}

extension Value {
  fileprivate var isReferenceToNothing: Bool {
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
    // Objects of different kinds may be equal: their count alone tells them apart.
    case .object: hasher.combine(1)
    case .reference(let value): hasher.combine(value)
    }
  }
}
