import Digests
import ManagedModel
import TemplateEngine

/// An entity as templates see it.
final class EntityObject: KeyedObject {
  private let context: ContextModel
  private let index: Int
  private let resolved: ResolvedEntity

  /// Computed once: templates that search the children of each entity read it quadratically often.
  private let superEntity: TemplateValue

  // Templates read these repeatedly.
  private let attributes: Lazy<TemplateValue>
  private let relationships: Lazy<TemplateValue>
  private let generated: Lazy<TemplateValue>

  init(_ context: ContextModel, _ index: Int) {
    self.context = context
    self.index = index
    resolved = context.resolved.entities[index]
    superEntity = .string(resolved.entity.parentName ?? "")
    attributes = Lazy { context.properties(of: index) { $0.isAttribute } }
    relationships = Lazy { context.properties(of: index) { $0.isRelationship } }
    generated = Lazy { .object(GeneratedObject(context, index)) }
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case name, className, superEntity, isAbstract, shouldGenerateCode
    case attributes, relationships, fetchedProperties, uniquenessConstraints, userInfo
    // Names in Swift
    case nameLiteral, swiftName, hasClass, swiftClassName, swiftClassBareName, swiftClassSuffix
    case classNameLiteral, moduleName, isInCurrentModule, swiftSuperclass, superClassIsInherited
    case customSuperclass, fileName, classOwner
    // From the model
    case codeGenerationType, subentities, ancestors, hasSubentities, propertyNames
    case inheritedProperties
    case indexes, compoundIndexes, renamingIdentifier, versionHashModifier, isSyncable
    case spotlightDisplayName, fetchRequests
    case versionHash, versionHashIsEstablished, sql
    // Options in user info
    case isIgnored, primitives, imports, documentation, userInfoNames
    // Parts of the class
    case generated
  }

  static let table = TemplateKeys<Key>()

  /// `generated` consists of properties that dumps contain already.
  func has(_ key: Key) -> Bool { key != .generated }

  private var entity: Entity { resolved.entity }

  func part(_ key: Key) -> TemplateValue? {
    switch key {
    case .name: .string(entity.name)
    case .className: .string(swiftGenClassName)
    case .superEntity: superEntity
    case .isAbstract: .bool(entity.isAbstract)
    case .shouldGenerateCode: .bool(entity.codeGeneration == .manual)
    case .attributes: attributes.value
    case .relationships: relationships.value
    case .fetchedProperties: context.properties(of: index) { $0.fetchedProperty != nil }
    case .uniquenessConstraints: constraints
    case .userInfo: .object(UserInfoObject(entity.userInfo))
    case .nameLiteral, .swiftName, .hasClass, .swiftClassName, .swiftClassBareName,
      .swiftClassSuffix, .classNameLiteral, .moduleName, .isInCurrentModule, .swiftSuperclass,
      .superClassIsInherited, .customSuperclass, .fileName, .classOwner:
      namePart(key)
    case .generated: generated.value
    case .isIgnored: .bool(UserInfoOption.ignore.isPresent(in: entity.userInfo))
    case .primitives: primitives
    case .imports: .strings(imports)
    case .documentation: .documentation(entity.userInfo)
    case .userInfoNames: userInfoNames
    default: modelPart(key)
    }
  }

  private func modelPart(_ key: Key) -> TemplateValue? {
    switch key {
    case .codeGenerationType: .string(entity.codeGeneration.rawValue)
    case .subentities: .strings(resolved.children.map { context.resolved.entities[$0].name })
    case .ancestors: .strings(context.resolved.lineage(of: resolved).dropFirst().map(\.name))
    case .hasSubentities: .bool(!resolved.children.isEmpty)
    case .propertyNames: .strings(entity.properties.map(\.name))
    case .inheritedProperties: inherited
    case .indexes: .array(entity.fetchIndexes.map { .object(IndexObject($0)) })
    case .compoundIndexes:
      .array((entity.compoundIndexes ?? []).map { .strings($0.members.map(\.name)) })
    case .renamingIdentifier: .optional(entity.renamingIdentifier)
    case .versionHashModifier: .optional(entity.versionHashModifier)
    case .isSyncable: .bool(entity.isSyncable)
    case .spotlightDisplayName: .optional(entity.spotlightDisplayNameExpression)
    case .fetchRequests: requests
    case .versionHash: .optional(context.hash(ofEntity: entity.name)?.bytes.base64)
    case .versionHashIsEstablished:
      .bool(context.hash(ofEntity: entity.name)?.doubts.isEmpty ?? false)
    case .sql: .object(SQLObject(context, .entity(index)))
    default: nil
    }
  }

  // MARK: Names

  private func namePart(_ key: Key) -> TemplateValue? {
    let name = context.naming.className(of: index)
    return switch key {
    case .nameLiteral: .string(SwiftLiteral.string(entity.name))
    case .swiftName: .string(context.naming.entities[index].text)
    case .hasClass: .bool(name != nil)
    case .swiftClassName: .string(context.typing.className(of: index))
    case .swiftClassBareName: .string(name?.bare ?? "NSManagedObject")
    case .swiftClassSuffix: .string(name?.suffix ?? context.naming.entities[index].suffix)
    case .classNameLiteral: .string(SwiftLiteral.string(name?.bare ?? "NSManagedObject"))
    case .moduleName: .optional(moduleName)
    case .isInCurrentModule: .bool(EntityClass(of: entity)?.module == .current)
    case .swiftSuperclass: .string(superclass)
    case .superClassIsInherited: .bool(resolved.parent != nil)
    case .customSuperclass: .optional(context.customSuperclass(of: index))
    case .fileName: .string(context.naming.fileNames[index])
    case .classOwner:
      .optional(context.naming.classOwners[index].map { context.resolved.entities[$0].name })
    default: nil
    }
  }

  /// The text after the first dot, as in SwiftGen.
  private var swiftGenClassName: String {
    guard let text = entity.representedClassName, !text.isEmpty else { return "NSManagedObject" }
    guard let dot = text.firstIndex(of: ".") else { return text }
    return String(text[text.index(after: dot)...])
  }

  /// The module, if it is an identifier: a hostile text must not become code.
  private var moduleName: String? {
    guard case .named(let name) = EntityClass(of: entity)?.module, ImportOption.isModule(name)
    else {
      return nil
    }
    return name
  }

  private var superclass: String {
    if let parent = resolved.parent { return context.typing.className(of: parent) }
    return context.customSuperclass(of: index) ?? context.typing.known("NSManagedObject")
  }

  /// The user's own keys, in the order of their names.
  private var userInfoNames: TemplateValue {
    let ours = Set(UserInfoOption.allCases.flatMap(\.keys) + UserInfoOption.otherKeys)
    let names = Set((entity.userInfo?.entries ?? []).map(\.key)).subtracting(ours).sorted()
    var scope = NameScope()
    return .array(
      names.map { name in
        let identifier = SwiftIdentifier(near: scope.claim(SwiftIdentifier(near: name).bare))
        return .dictionary([
          "name": .string(name), "nameLiteral": .string(SwiftLiteral.string(name)),
          "swiftName": .string(identifier.text),
        ])
      }
    )
  }

  /// Whether user info requests or excludes primitive accessors.
  private var primitives: TemplateValue {
    guard let info = entity.userInfo, UserInfoOption.primitives.isPresent(in: info) else {
      return .null
    }
    return .bool(info.has(.primitives))
  }

  /// Modules to import; texts that are not names of modules are omitted.
  private var imports: [String] {
    ImportOption.names(in: entity.userInfo).filter(ImportOption.isModule)
  }

  // MARK: Parts

  /// The names of properties that ancestors declare and the entity itself does not.
  private var inherited: TemplateValue {
    .strings(
      context.resolved.allProperties(of: resolved)
        .filter { $0.entity != index }
        .map { context.resolved.property(at: $0).name }
    )
  }

  private var constraints: TemplateValue {
    .array((entity.uniquenessConstraints ?? []).map { .strings($0.members.map(\.name)) })
  }

  private var requests: TemplateValue {
    .strings(context.requests(ofEntity: entity.name).map { context.model.fetchRequests[$0].name })
  }
}

extension ContextModel {
  /// Some of the properties that an entity declares.
  fileprivate func properties(
    of entity: Int,
    where condition: (Property) -> Bool
  ) -> TemplateValue {
    .array(
      resolved.entities[entity].entity.properties.enumerated().compactMap { position, property in
        guard condition(property) else { return nil }
        return object(at: PropertyLocation(entity: entity, property: position))
      }
    )
  }

  /// The property at a location as templates see it.
  func object(at location: PropertyLocation) -> TemplateValue {
    let name = naming.property(at: location)
    switch resolved.property(at: location) {
    case .attribute(let attribute):
      return .object(AttributeObject(self, attribute, name: name, location: location))
    case .relationship(let relationship):
      return .object(RelationshipObject(self, relationship, name: name, location: location))
    case .fetchedProperty(let property):
      return .object(
        FetchedPropertyObject(self, property, name: name, location: location)
      )
    }
  }
}
