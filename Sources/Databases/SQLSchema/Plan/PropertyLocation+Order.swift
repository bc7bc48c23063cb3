import ManagedModel

extension PropertyLocation {
  /// Whether the property comes before another one by name, then by location.
  func precedes(_ other: Self, in model: ResolvedModel) -> Bool {
    let name = model.property(at: self).name
    let otherName = model.property(at: other).name
    guard name.utf8.elementsEqual(otherName.utf8) else {
      return name.precedesByCodePoint(otherName)
    }
    return (entity, property) < (other.entity, other.property)
  }
}
