import ManagedModel
import TemplateEngine

/// A relationship as templates see it.
final class RelationshipObject: PropertyObject {
  private let context: ContextModel
  private let relationship: Relationship
  private let names: PropertyNames
  private let location: PropertyLocation

  init(
    _ context: ContextModel,
    _ relationship: Relationship,
    name: SwiftIdentifier,
    location: PropertyLocation
  ) {
    self.context = context
    self.relationship = relationship
    self.location = location
    names = PropertyNames(
      context,
      name: relationship.name,
      identifier: name,
      location: location
    )
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case name, destinationEntity, propertyType, inverseRelationship
    case isIndexed, isOptional, isOrdered, isToMany, isTransient, userInfo
    // Names and types in Swift
    case nameLiteral, swiftName, swiftBareName, swiftSuffix, isRenamed
    case managedName, managedBareName, canBeManaged
    case swiftType, swiftValueType, swiftIsOptional, destinationClassName
    case xcodeType, xcodeCollection, inverseSwiftName
    // From the model
    case deleteRule, deleteRuleCode, minCount, maxCount, isIndexedBySpotlight
    case isStoredInTruthFile, isSyncable, renamingIdentifier, versionHashModifier, sql
    case documentation
    // For the contract with the runtime
    case keyName, index, kind, inverse
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .name: .string(relationship.name)
    case .destinationEntity: .string(relationship.destinationName ?? "")
    case .propertyType: "relationship"
    case .inverseRelationship: writtenInverse
    case .isIndexed: .bool(relationship.isIndexed)
    case .isOptional: .bool(relationship.isOptional)
    case .isOrdered: .bool(relationship.isOrdered)
    case .isToMany: .bool(relationship.isToMany)
    case .isTransient: .bool(relationship.isTransient)
    case .userInfo: .object(UserInfoObject(relationship.userInfo))
    default: swiftPart(key) ?? valuePart(key)
    }
  }

  func has(_ key: Key) -> Bool {
    key != .inverseRelationship || relationship.inverseName != nil
  }

  private func swiftPart(_ key: Key) -> TemplateValue? {
    let typing = context.typing
    return switch key {
    case .nameLiteral: names.literal
    case .swiftName: names.swiftName
    case .swiftBareName: names.bareName
    case .swiftSuffix: names.suffix
    case .keyName: names.keyName
    case .isRenamed: names.isRenamed
    case .managedName: names.managedName
    case .managedBareName: names.managedBareName
    case .canBeManaged: names.canBeManaged
    case .swiftType: .string(typing.declaredType(of: relationship))
    case .swiftValueType: .string(typing.valueType(of: relationship))
    case .swiftIsOptional: .bool(!relationship.isToMany)
    case .destinationClassName:
      .string(typing.className(ofEntityNamed: relationship.destinationName))
    case .xcodeType: .string(typing.xcodeType(of: relationship))
    case .xcodeCollection: .optional(typing.xcodeCollection(of: relationship))
    case .inverseSwiftName:
      .optional(inverseLocation.map { context.naming.property(at: $0).text })
    case .documentation: .documentation(relationship.userInfo)
    case .inverse: resolvedInverse
    case .index: .optional(context.indices[location])
    case .kind: .string(relationship.kind)
    default: nil
    }
  }

  private func valuePart(_ key: Key) -> TemplateValue? {
    switch key {
    case .deleteRule: .string(relationship.deleteRule.fileName)
    case .deleteRuleCode: .int(relationship.deleteRule.rawValue)
    case .minCount: .int(relationship.effectiveMinimumCount)
    case .maxCount: .int(relationship.effectiveMaximumCount)
    case .isIndexedBySpotlight: .bool(relationship.isIndexedBySpotlight)
    case .isStoredInTruthFile: .bool(relationship.isStoredInTruthFile)
    case .isSyncable: .bool(relationship.isSyncable)
    case .renamingIdentifier: .optional(relationship.renamingIdentifier)
    case .versionHashModifier: .optional(relationship.versionHashModifier)
    case .sql: .object(SQLObject(context, .property(location)))
    default: nil
    }
  }

  private var inverseLocation: PropertyLocation? {
    context.resolved.entities[location.entity].ends[location.property].inverse
  }

  /// The inverse with the entity that declares it, if it exists.
  private var resolvedInverse: TemplateValue {
    guard let end = inverseLocation else { return .null }
    return .dictionary([
      "entityLiteral": .string(SwiftLiteral.string(context.resolved.entities[end.entity].name)),
      "nameLiteral": .string(SwiftLiteral.string(context.resolved.property(at: end).name)),
    ])
  }

  /// The inverse as in the file, in SwiftGen's form; nil without an inverse.
  private var writtenInverse: TemplateValue? {
    guard let name = relationship.inverseName else { return nil }
    let entity = relationship.inverseEntityName ?? relationship.destinationName ?? ""
    return .dictionary(["name": .string(name), "entityName": .string(entity)])
  }
}
