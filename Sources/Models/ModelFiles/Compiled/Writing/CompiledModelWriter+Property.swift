import ManagedModel
import PropertyLists

/// The owner of a property, and its name in messages.
struct PropertyPlace {
  var entity: KeyedArchiveBuilder.Reference?
  var label: String
}

/// The fields that archived properties of all kinds have.
struct CommonFields {
  var name: String
  var renamingIdentifier: String?
  var isOptional: Bool
  var isTransient = false
  var isReadOnly = false
  var isIndexed = false
  var isIndexedBySpotlight = false
  var isOrdered = false
  var userInfo: UserInfo?
  var versionHashModifier: String?
  var hasValidation = false

  /// The bits of `_P`, which are established from 42226 archived properties.
  var bits: Int {
    var bits = 0x01
    if isOptional { bits |= 0x02 }
    if isReadOnly { bits |= 0x04 }
    if isTransient { bits |= 0x08 }
    if !hasValidation { bits |= 0x10 | 0x20 }
    if userInfo?.entries.isEmpty ?? true { bits |= 0x40 }
    if versionHashModifier == nil { bits |= 0x80 }
    if isIndexedBySpotlight { bits |= 0x100 }
    if isOrdered { bits |= 0x400 }
    return bits
  }
}

extension CompiledModelWriter {
  static func archivedClass(of property: Property) -> ArchivedClass {
    switch property {
    case .attribute(let attribute): archivedClass(of: attribute)
    case .relationship: CompiledClasses.relationship
    case .fetchedProperty: CompiledClasses.fetchedProperty
    }
  }

  static func archivedClass(of attribute: Attribute) -> ArchivedClass {
    if attribute.type == .composite { return CompiledClasses.compositeAttribute }
    return attribute.isDerived ? CompiledClasses.derivedAttribute : CompiledClasses.attribute
  }

  mutating func write(
    _ fields: CommonFields,
    to reference: KeyedArchiveBuilder.Reference,
    at place: PropertyPlace
  ) {
    set("NSPropertyName", of: reference, to: fields.name)
    set("NSRenamingIdentifier", of: reference, to: fields.renamingIdentifier ?? fields.name)
    builder.set("NSEntity", of: reference, to: place.entity.map { .back($0) } ?? .null)
    set("NSIsOptional", of: reference, ifTrue: fields.isOptional)
    set("NSIsTransient", of: reference, ifTrue: fields.isTransient)
    set("NSIsReadOnly", of: reference, ifTrue: fields.isReadOnly)
    set("NSIsIndexed", of: reference, ifTrue: fields.isIndexed)
    set("NSIndexedBySpotlight", of: reference, ifTrue: fields.isIndexedBySpotlight)
    if let userInfo = userInfo(fields.userInfo) {
      builder.set("NSUserInfo", of: reference, to: .object(userInfo))
    }
    if let modifier = fields.versionHashModifier {
      set("NSVersionHashModifier", of: reference, to: modifier)
    }
    set("_P", of: reference, to: fields.bits)
  }

  mutating func write(
    _ relationship: Relationship,
    _ ends: RelationshipEnds,
    to reference: KeyedArchiveBuilder.Reference,
    at place: PropertyPlace
  ) {
    var fields = CommonFields(name: relationship.name, isOptional: relationship.isOptional)
    fields.renamingIdentifier = relationship.renamingIdentifier
    fields.isTransient = relationship.isTransient
    fields.isIndexed = relationship.isIndexed
    fields.isIndexedBySpotlight = relationship.isIndexedBySpotlight
    fields.isOrdered = relationship.isOrdered
    fields.userInfo = relationship.userInfo
    fields.versionHashModifier = relationship.versionHashModifier
    write(fields, to: reference, at: place)

    let destination = ends.destination.map { entities[$0] }
    builder.set("NSDestinationEntity", of: reference, to: destination.map { .back($0) } ?? .null)
    set("_NSDestinationEntityName", of: reference, to: relationship.destinationName)
    let inverse = ends.inverse.map { properties[$0.entity][$0.property] }
    builder.set("NSInverseRelationship", of: reference, to: inverse.map { .back($0) } ?? .null)
    set("_NSInverseRelationshipName", of: reference, to: relationship.inverseName)
    set("NSMinCount", of: reference, to: Self.count(relationship.effectiveMinimumCount))
    set("NSMaxCount", of: reference, to: Self.count(relationship.effectiveMaximumCount))
    set("NSDeleteRule", of: reference, to: relationship.deleteRule.rawValue)
    set("NSIsOrdered", of: reference, ifTrue: relationship.isOrdered)
  }

  /// Counts are archived as 32 bits: `Int.max`, which code uses for 'unlimited', is -1.
  private static func count(_ count: Int) -> Int {
    Int(Int32(truncatingIfNeeded: count))
  }

  mutating func write(
    _ property: FetchedProperty,
    to reference: KeyedArchiveBuilder.Reference,
    at place: PropertyPlace
  ) throws(CompiledModelError) {
    var fields = CommonFields(name: property.name, isOptional: property.isOptional)
    fields.isTransient = true
    fields.isReadOnly = true
    fields.userInfo = property.userInfo
    write(fields, to: reference, at: place)
    var request: KeyedArchiveBuilder.Reference?
    if let template = property.fetchRequest {
      request = try add(template, label: "fetched property \(place.label)")
    }
    set("NSFetchRequest", of: reference, to: request)
    set("_NSFetchRequestEntityName", of: reference, to: property.fetchRequest?.entityName)
  }
}
