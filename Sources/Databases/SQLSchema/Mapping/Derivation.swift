import ManagedModel

/// A derived attribute whose column the database itself keeps up to date.
package struct DerivedColumn: Sendable, Hashable {
  package var attribute: PropertyLocation
  package var column: ColumnReference
  package var derivation: Derivation

  package init(attribute: PropertyLocation, column: ColumnReference, derivation: Derivation) {
    self.attribute = attribute
    self.column = column
    self.derivation = derivation
  }
}

/// The source of the value of a derived attribute.
package enum Derivation: Sendable, Hashable {
  /// The same value as another attribute's.
  case copy(DerivationSource)

  /// A text computed from another attribute's.
  case text(TextDerivation, DerivationSource)

  /// The number of objects that a to-many relationship leads to.
  case count(relationship: PropertyLocation)

  /// The sum of an attribute over the objects that a to-many relationship leads to.
  case sum(relationship: PropertyLocation, attribute: PropertyLocation)

  /// The time of the last save.
  case now
}

/// The attribute that a derived attribute reads: of the object itself, or of the destination of a to-one
/// relationship.
package struct DerivationSource: Sendable, Hashable {
  package var relationship: PropertyLocation?
  package var attribute: PropertyLocation

  package init(relationship: PropertyLocation? = nil, attribute: PropertyLocation) {
    self.relationship = relationship
    self.attribute = attribute
  }
}

/// The text functions of derivation expressions, with their names there as raw values.
package enum TextDerivation: String, Sendable, Hashable, CaseIterable {
  /// Without case and diacritics.
  case canonical
  case lowercase
  case uppercase
}
