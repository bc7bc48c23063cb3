import Foundation
import ObjectRows

/// The rules of the model for the values of an entity's objects, computed once for each entity.
final class EntityRules: @unchecked Sendable {
  /// The rules of each property that is validated, by property index.
  let properties: [PropertyRules?]

  /// The rules of those properties that are validated.
  let validated: [PropertyRules]

  /// The rules that only need the row.
  let fastChecks: [FastCheck]

  /// The relationships with the delete rule Deny.
  let denying: [Int]

  /// The stored relationships, to-one and to-many.
  let toOne: [Int]
  let toMany: [Int]

  /// The relationships that are to-one at both ends.
  let couples: [Couple]

  /// A to-one relationship whose inverse is to-one as well.
  struct Couple {
    let index: Int
    let inverse: Int
  }

  /// The properties that are stored in rows, and the stored to-many relationships.
  let inRow: PropertySet
  let storedToMany: PropertySet

  /// The slots of the relationships of `toOne` and `toMany` among the related objects.
  let toOnePlaces: [Int]
  let toManyPlaces: [Int]

  /// The uniqueness constraints of the entity and its ancestors.
  let constraints: [EntityConstraint]

  /// Whether there are attributes that are not stored.
  let hasTransientAttributes: Bool

  init(_ shape: EntityShape) {
    let properties = shape.properties.indices.map { index in
      PropertyRules(shape.properties[index], shape.slots[index], index)
    }
    self.properties = properties
    let validated = properties.compactMap(\.self)
    self.validated = validated
    denying = shape.relationships.filter { shape.slots[$0].deleteRule == .denyDeleteRule }
    let stored = shape.relationships.filter { !shape.slots[$0].isTransient }
    toOne = stored.filter { shape.slots[$0].kind == .toOne }
    toMany = stored.filter { shape.slots[$0].kind != .toOne }
    storedToMany = PropertySet(toMany)
    couples = toOne.compactMap { index in
      guard let inverse = shape.slots[index].inverse,
        shape.slots[index].destination?.slots[inverse].kind == .toOne
      else { return nil }
      return Couple(index: index, inverse: inverse)
    }
    inRow = PropertySet(
      shape.slots.indices.filter { index in
        let slot = shape.slots[index]
        switch slot.kind {
        case .attribute, .toOne, .other: return !slot.isTransient
        case .toMany, .fetched: return false
        }
      }
    )
    let places = shape.relatedSlots
    fastChecks = validated.enumerated().compactMap { position, rules in
      FastCheck(rules, at: position, relatedSlot: places[rules.index])
    }
    toOnePlaces = toOne.map { places[$0] ?? 0 }
    toManyPlaces = toMany.map { places[$0] ?? 0 }
    constraints = EntityConstraint.all(of: shape)
    hasTransientAttributes = shape.slots.contains { $0.isTransient && !$0.isRelationship }
  }
}

/// The rules of the model for one property.
final class PropertyRules {
  /// The name, the number and the kind of the property.
  let name: String
  let index: Int
  let kind: Kind

  enum Kind {
    case attribute, toOne, toMany
  }

  /// A predicate, and the error if the value does not satisfy it.
  struct Condition {
    let predicate: NSPredicate
    let code: Int
    let warning: String?
    let bound: ValueBound?
  }

  let isOptional: Bool
  let conditions: [Condition]

  /// The composite of the value, whose members are stored in columns.
  let composite: NSCompositeAttributeDescription?

  /// Whether any value of an attribute is valid.
  let takesAnything: Bool

  /// The allowed number of members of a to-many relationship.
  let count: ClosedRange<Int>

  /// Creates the rules of a property; nil for one that has no value to validate.
  init?(_ property: NSPropertyDescription, _ slot: PropertyShape, _ index: Int) {
    switch slot.kind {
    case .fetched, .other: return nil
    case .attribute: kind = .attribute
    case .toOne: kind = .toOne
    case .toMany: kind = .toMany
    }
    name = slot.name
    self.index = index
    isOptional = property.isOptional
    let warnings = property.validationWarnings
    conditions = property.validationPredicates.enumerated().map { offset, predicate in
      Condition(predicate, warning: warnings.indices.contains(offset) ? warnings[offset] : nil)
    }
    composite = slot.isTransient ? nil : property as? NSCompositeAttributeDescription
    takesAnything =
      isOptional && conditions.isEmpty && !slot.isRelationship && composite == nil
    let relationship = property as? NSRelationshipDescription
    let least = max(0, relationship?.minCount ?? 0)
    let most = relationship?.maxCount ?? 0
    count = least...max(least, most > 0 ? most : .max)
  }

  /// Whether the number of members is limited, so that they have to be counted.
  var wantsCount: Bool { count != 0...Int.max }
}

extension PropertyRules.Condition {
  fileprivate init(_ predicate: NSPredicate, warning: Any?) {
    self.predicate = predicate
    bound = ValueBound(predicate)
    if let text = warning as? String {
      self.warning = text
      code = NSManagedObjectValidationError
    } else {
      self.warning = nil
      code = (warning as? NSNumber)?.intValue ?? NSManagedObjectValidationError
    }
  }
}
