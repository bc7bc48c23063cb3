import ManagedModel
import TemplateEngine

/// An attribute of an entity or a composite as templates see it.
final class AttributeObject: PropertyObject {
  private let context: ContextModel
  private let attribute: Attribute
  private let names: PropertyNames

  /// The declaration of the attribute, or nil in a composite.
  private let location: PropertyLocation?

  // Many parts are computed from these.
  private let type: AttributeSwiftType

  init(
    _ context: ContextModel,
    _ attribute: Attribute,
    name: SwiftIdentifier,
    location: PropertyLocation?
  ) {
    self.context = context
    self.attribute = attribute
    self.location = location
    type = context.typing.type(of: attribute)
    names = PropertyNames(
      context,
      name: attribute.name,
      identifier: name,
      location: location
    )
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case name, propertyType, type, typeName, customClassName
    case isDerived, isIndexed, isOptional, isTransient, usesScalarValueType, userInfo
    // Names and types in Swift
    case nameLiteral, swiftName, swiftBareName, swiftSuffix, isRenamed
    case managedName, managedBareName, canBeManaged
    case swiftType, swiftValueType, swiftStorageType, swiftIsOptional, isScalar, wrapper
    case isReadOnly, xcodeType, defaultExpression
    // From the model
    case typeCode, defaultValue, defaultText, minimum, maximum, minimumDate, maximumDate
    case regularExpression, regularExpressionLiteral
    case derivation, derivationLiteral, composite
    case valueTransformerName, allowsExternalStorage, preservesValueInHistory
    case allowsCloudEncryption, isIndexedBySpotlight, isStoredInTruthFile, isSyncable
    case renamingIdentifier, versionHashModifier, sql, documentation
    // For the contract with the runtime
    case keyName, index, kind, accessMethod, zeroExpression, fallbackExpression, isInteger
    case validations, isComposite, appleAccessor
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .name: .string(attribute.name)
    case .propertyType: "attribute"
    case .type: .string(attribute.type.contextName)
    case .typeName: .string(context.typing.swiftGenType(of: attribute))
    case .customClassName: .string(attribute.customClassName ?? "")
    case .isDerived: .bool(attribute.isDerived)
    case .isIndexed: .bool(attribute.isIndexed)
    case .isOptional: .bool(attribute.isOptional)
    case .isTransient: .bool(attribute.isTransient)
    case .usesScalarValueType: .bool(attribute.usesScalarValueType ?? false)
    case .userInfo: .object(UserInfoObject(attribute.userInfo))
    default: swiftPart(key) ?? contractPart(key) ?? valuePart(key) ?? flagPart(key)
    }
  }

  func has(_ key: Key) -> Bool {
    key != .sql || location != nil
  }

  private func swiftPart(_ key: Key) -> TemplateValue? {
    switch key {
    case .nameLiteral: names.literal
    case .swiftName: names.swiftName
    case .swiftBareName: names.bareName
    case .swiftSuffix: names.suffix
    case .keyName: names.keyName
    case .isRenamed: names.isRenamed
    case .managedName: names.managedName
    case .managedBareName: names.managedBareName
    case .canBeManaged: names.canBeManaged
    case .swiftType: .string(type.declared)
    case .swiftValueType: .string(type.value)
    case .swiftStorageType: .string(type.storage)
    case .swiftIsOptional: .bool(type.isOptional)
    case .isScalar: .bool(type.isScalar)
    case .wrapper: .optional(type.wrapper?.rawValue)
    case .isReadOnly: .bool(attribute.isDerived || attribute.userInfo?.has(.readOnly) == true)
    case .xcodeType: .string(context.typing.xcodeType(of: attribute))
    case .defaultExpression: .optional(context.typing.defaultExpression(of: attribute))
    case .documentation: .documentation(attribute.userInfo)
    default: nil
    }
  }

  private func contractPart(_ key: Key) -> TemplateValue? {
    switch key {
    case .index: .optional(location.flatMap { context.indices[$0] })
    case .kind: .string(attribute.type.kind)
    case .accessMethod: .string(attribute.type.accessMethod)
    case .zeroExpression: .optional(context.typing.zeroExpression(of: attribute))
    case .fallbackExpression: .optional(context.typing.fallbackExpression(of: attribute))
    case .isInteger: .bool(attribute.type.isInteger)
    case .appleAccessor: .string(appleAccessor)
    case .isComposite:
      .bool(
        attribute.type == .composite
          && attribute.compositeName.flatMap(context.naming.compositeName) != nil
      )
    case .validations: .validations(context.typing.validations(of: attribute))
    default: nil
    }
  }

  private func valuePart(_ key: Key) -> TemplateValue? {
    switch key {
    case .typeCode: .int(attribute.type.code)
    case .defaultValue: attribute.defaultValue?.templateValue ?? .null
    case .defaultText: .optional(attribute.defaultValueText)
    case .minimum: .optional(attribute.minimumText)
    case .maximum: .optional(attribute.maximumText)
    case .minimumDate: attribute.minimumDateTimeInterval.map(TemplateValue.double) ?? .null
    case .maximumDate: attribute.maximumDateTimeInterval.map(TemplateValue.double) ?? .null
    case .regularExpression: .optional(attribute.regularExpression)
    case .regularExpressionLiteral:
      .optional(attribute.regularExpression.map(SwiftLiteral.string))
    case .derivation: .optional(attribute.derivationExpression)
    case .derivationLiteral: .optional(attribute.derivationExpression.map(SwiftLiteral.string))
    case .composite: .optional(attribute.compositeName)
    case .valueTransformerName: .optional(attribute.valueTransformerName)
    case .renamingIdentifier: .optional(attribute.renamingIdentifier)
    case .versionHashModifier: .optional(attribute.versionHashModifier)
    case .sql: location.map { .object(SQLObject(context, .property($0))) }
    default: nil
    }
  }

  private func flagPart(_ key: Key) -> TemplateValue? {
    switch key {
    case .allowsExternalStorage: .bool(attribute.allowsExternalBinaryDataStorage)
    case .preservesValueInHistory: .bool(attribute.preservesValueInHistoryOnDeletion)
    case .allowsCloudEncryption: .bool(attribute.allowsCloudEncryption)
    case .isIndexedBySpotlight: .bool(attribute.isIndexedBySpotlight)
    case .isStoredInTruthFile: .bool(attribute.isStoredInTruthFile)
    case .isSyncable: .bool(attribute.isSyncable)
    default: nil
    }
  }

  /// The kind of the accessor on Apple's platforms: `managed`, where Core Data's own has
  /// the right type and never returns nil for a non-optional value; `objc`, where it does not but Objective-C can
  /// represent the type; else `plain`.
  private var appleAccessor: String {
    guard !attribute.type.isUntyped, type.wrapper == nil,
      names.identifier.bare == names.name, !(type.isScalar && type.isOptional)
    else { return "plain" }
    switch attribute.type {
    case .string, .binary: return "managed"
    default: return type.isScalar || type.isOptional ? "managed" : "objc"
    }
  }
}

extension AttributeType {
  /// The name of the type in a context; a model file omits that of the first two.
  var contextName: String {
    switch self {
    case .undefined: "Undefined"
    case .objectID: "Object ID"
    default: fileName ?? ""
    }
  }
}

extension DefaultValue {
  /// The value in the closest template type: numbers and Booleans as such, dates in seconds
  /// since 2001, everything else as text.
  fileprivate var templateValue: TemplateValue {
    switch self {
    case .integer(let number): .int(Int(clamping: number))
    case .double(let number), .date(let number): .double(number)
    case .boolean(let flag): .bool(flag)
    case .decimal(let text), .string(let text), .uuid(let text), .uri(let text): .string(text)
    }
  }
}
