import ManagedModel
import PredicateFormat
import TemplateEngine

/// A fetch request of a model, or that of a fetched property, as templates see it.
final class FetchRequestObject: KeyedObject {
  private let context: ContextModel
  private let request: FetchRequestTemplate
  private let name: SwiftIdentifier

  /// Whether the framework supplies what the request of a fetched property omits.
  private let isFetchedProperty: Bool

  init(
    _ context: ContextModel,
    _ request: FetchRequestTemplate,
    name: SwiftIdentifier,
    isFetchedProperty: Bool
  ) {
    self.context = context
    self.request = request
    self.name = name
    self.isFetchedProperty = isFetchedProperty
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case name, entity, fetchBatchSize, fetchLimit, includePropertyValues, includesPendingChanges
    case includeSubentities, returnDistinctResults, returnsObjectsAsFaults, predicateString
    case resultType, substitutionVariables
    // Ours
    case nameLiteral, swiftName, swiftBareName, swiftSuffix, predicateLiteral, resultTypeCode
    case entityClassName, swiftResultType, variables, contextName
    case nameComment
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .name: .string(request.name)
    case .entity: .string(request.entityName ?? "")
    case .fetchBatchSize: .int(request.fetchBatchSize ?? 0)
    case .fetchLimit: .int(request.fetchLimit ?? 0)
    case .includePropertyValues: isOn("includePropertyValues", request.includesPropertyValues)
    case .includesPendingChanges: isOn("includesPendingChanges", request.includesPendingChanges)
    case .includeSubentities: isOn("includeSubentities", request.includesSubentities)
    case .returnDistinctResults: .bool(request.returnsDistinctResults)
    case .returnsObjectsAsFaults: isOn("returnObjectsAsFaults", request.returnsObjectsAsFaults)
    case .predicateString: .string(request.predicateText ?? "")
    case .resultType: .string(resultType)
    case .substitutionVariables: substitutions
    case .nameLiteral: .string(SwiftLiteral.string(request.name))
    case .swiftName: .string(name.text)
    case .swiftBareName: .string(name.bare)
    case .swiftSuffix: .string(name.suffix)
    case .predicateLiteral: .optional(request.predicateText.map(SwiftLiteral.string))
    case .resultTypeCode: .int((request.resultType ?? .managedObject).rawValue)
    case .entityClassName:
      .string(context.typing.className(ofEntityNamed: request.entityName))
    case .swiftResultType: .string(context.typing.resultType(of: request))
    case .variables: variableObjects
    case .contextName: .string(contextName)
    case .nameComment: .string(SwiftComment.inline(request.name))
    }
  }

  /// One of the flags that are on by default: Xcode writes `YES` or nothing, with the
  /// same meaning; only files of other origin contain anything else.
  private func isOn(_ attribute: String, _ isSaid: Bool) -> TemplateValue {
    .bool(isSaid || !request.spelling.attributes.contains { $0.name == attribute })
  }

  private var resultType: String {
    switch request.resultType ?? .managedObject {
    case .managedObject: "Object"
    case .managedObjectID: "Object ID"
    case .dictionary: "Dictionary"
    case .count: "Count"
    }
  }

  private var variables: [RequestVariable] {
    context.variables(of: request, isFetchedProperty: isFetchedProperty)
  }

  /// A parameter name that none of the variables has.
  private var contextName: String {
    var scope = NameScope()
    for variable in variables { _ = scope.claim(variable.identifier.bare) }
    return scope.claim("context")
  }

  private var substitutions: TemplateValue {
    .dictionary(variables.map { ($0.name, .string($0.swiftGenType)) })
  }

  private var variableObjects: TemplateValue {
    .array(
      variables.map { variable in
        .dictionary([
          "name": .string(variable.name),
          "nameLiteral": .string(SwiftLiteral.string(variable.name)),
          "swiftName": .string(variable.identifier.text),
          "label": .string(variable.label),
          "swiftType": .string(variable.type),
          "isCollection": .bool(variable.isCollection),
        ])
      }
    )
  }
}

/// A fetched property as templates see it.
final class FetchedPropertyObject: PropertyObject {
  private let context: ContextModel
  private let property: FetchedProperty
  private let names: PropertyNames
  private let location: PropertyLocation

  init(
    _ context: ContextModel,
    _ property: FetchedProperty,
    name: SwiftIdentifier,
    location: PropertyLocation
  ) {
    self.context = context
    self.property = property
    self.location = location
    names = PropertyNames(
      context,
      name: property.name,
      identifier: name,
      location: location
    )
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case name, propertyType, isOptional, fetchRequest, userInfo
    // Ours
    case nameLiteral, swiftName, swiftBareName, swiftSuffix, isRenamed
    case managedName, managedBareName, canBeManaged, swiftType
    case elementClassName, isSyncable, documentation, keyName, index, kind
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    let typing = context.typing
    return switch key {
    case .name: .string(property.name)
    case .propertyType: "fetchedProperty"
    case .isOptional: .bool(property.isOptional)
    case .fetchRequest: request
    case .userInfo: .object(UserInfoObject(property.userInfo))
    case .nameLiteral: names.literal
    case .swiftName: names.swiftName
    case .swiftBareName: names.bareName
    case .swiftSuffix: names.suffix
    case .keyName: names.keyName
    case .isRenamed: names.isRenamed
    case .managedName: names.managedName
    case .managedBareName: names.managedBareName
    case .canBeManaged: names.canBeManaged
    case .swiftType: .string(typing.type(of: property))
    case .elementClassName:
      .string(typing.className(ofEntityNamed: property.fetchRequest?.entityName))
    case .isSyncable: .bool(property.isSyncable)
    case .documentation: .documentation(property.userInfo)
    case .index: .optional(context.indices[location])
    case .kind: "fetched"
    }
  }

  func has(_ key: Key) -> Bool {
    key != .fetchRequest || property.fetchRequest != nil
  }

  private var request: TemplateValue? {
    property.fetchRequest.map { request in
      .object(
        FetchRequestObject(
          context,
          request,
          name: SwiftIdentifier(near: request.name),
          isFetchedProperty: true
        )
      )
    }
  }
}
