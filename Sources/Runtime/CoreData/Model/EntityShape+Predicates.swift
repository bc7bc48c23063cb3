import PredicateFormat

extension EntityShape: PredicateEntity {
  func slotPath(along components: [PropertyPath.Component]) -> SlotPath? {
    guard case .key(let last)? = components.last else { return nil }
    var shape = self
    var relationships: [Int] = []
    for component in components.dropLast() {
      guard case .key(let key) = component, let index = shape.index(of: key),
        shape.slots[index].kind == .toOne, let destination = shape.slots[index].destination
      else { return nil }
      relationships.append(index)
      shape = destination
    }
    guard let index = shape.index(of: last), !shape.slots[index].isTransient,
      case .attribute(let type) = shape.slots[index].kind
    else { return nil }
    return SlotPath(relationships: relationships, attribute: index, kind: type.slotKind)
  }

  func isToMany(_ components: [PropertyPath.Component]) -> Bool {
    var shape = self
    var isToMany = false
    for component in components {
      // The result of an operator is one value.
      guard case .key(let key) = component else { return false }
      // Every object has some keys besides its properties, such as `self`.
      guard let index = shape.index(of: key) else { continue }
      guard let destination = shape.slots[index].destination else { break }
      if shape.slots[index].kind != .toOne { isToMany = true }
      shape = destination
    }
    return isToMany
  }
}

extension NSAttributeDescription.AttributeType {
  fileprivate var slotKind: SlotPath.Kind {
    switch self {
    case .integer16, .integer32, .integer64: .integer
    case .double: .double
    case .date: .date
    default: .other
    }
  }
}
