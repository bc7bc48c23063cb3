import ManagedModel

/// The number of objects that a relationship leads to.
package struct Multiplicity: Sendable, Hashable {
  /// The least number of objects.
  package var least: Int

  /// The greatest number of objects, or nil for any number.
  package var greatest: Int?
  package var isToMany: Bool
  package var isOrdered: Bool

  /// Whether there may be none.
  package var isOptional: Bool { least == 0 }

  init(_ relationship: Relationship) {
    isToMany = relationship.isToMany
    isOrdered = relationship.isToMany && relationship.isOrdered
    least = relationship.requiredCount
    guard relationship.isToMany else {
      greatest = 1
      return
    }
    let limit = relationship.effectiveMaximumCount
    greatest = limit > 0 ? limit : nil
  }

  /// The range as UML writes it: `1`, `0..1`, `0..*`, `2..5`.
  package var range: String {
    let upper = greatest.map(String.init) ?? "*"
    return greatest == least ? upper : "\(least)..\(upper)"
  }

  /// The range, followed by whether the objects are ordered.
  package var text: String {
    isOrdered ? "\(range) ordered" : range
  }
}

extension Multiplicity {
  /// The multiplicity without counts, for a legend.
  init(isToMany: Bool, isOptional: Bool, isOrdered: Bool) {
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    least = isOptional ? 0 : 1
    greatest = isToMany ? nil : 1
  }
}
