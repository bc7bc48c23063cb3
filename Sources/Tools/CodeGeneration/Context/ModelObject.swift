import ManagedModel
import TemplateEngine

/// A model as templates see it.
final class ModelObject: KeyedObject {
  private let context: ContextModel

  // Every file of every entity reads these.
  private let requestsByEntity: Lazy<TemplateValue>
  private let types: TemplateValue
  /// One object, so that loops recognize the entities by identity.
  private let entities: TemplateValue
  private let qualifiedTypes: Lazy<TemplateValue>

  init(_ context: ContextModel) {
    self.context = context
    requestsByEntity = Lazy { context.requestsByEntityName }
    types = .object(KnownTypesObject(context.typing))
    entities = .object(EntitiesObject(context))
    qualifiedTypes = Lazy {
      .dictionary(
        context.typing.qualified.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
      )
    }
  }

  enum Key: String, CaseIterable {
    // SwiftGen's
    case configurations, entities, fetchRequests
    // Ours
    case name, nameLiteral, swiftName, fileName, version, versionLiteral, sourceLanguage
    case versionIdentifier, usedWithCloudKit
    case entityNames, rootEntities, configurationList, composites, generatesCode, qualifiedTypes
    case versionChecksum, versionHashesDigest, versionHashesAreEstablished
    case nameComment, versionComment, sourceComment, types, containerName, builderName
    case mismatchName, holderName
  }

  static let table = TemplateKeys<Key>()

  /// `types` does not depend on the model.
  func has(_ key: Key) -> Bool { key != .types }

  func part(_ key: Key) -> TemplateValue? {
    let model = context.model
    switch key {
    case .configurations: return .object(ConfigurationsObject(context))
    case .entities: return entities
    case .fetchRequests: return requestsByEntity.value
    case .name: return .string(context.name)
    case .nameLiteral: return .string(SwiftLiteral.string(context.name))
    case .swiftName: return .string(SwiftIdentifier(near: context.name).text)
    case .fileName: return .string(SafeFileName.of(context.name))
    case .version: return .string(context.version)
    case .versionLiteral: return .string(SwiftLiteral.string(context.version))
    case .sourceLanguage: return .optional(model.header.sourceLanguage)
    case .versionIdentifier: return .optional(model.header.userDefinedModelVersionIdentifier)
    case .usedWithCloudKit: return .bool(model.header.usedWithCloudKit ?? false)
    case .entityNames:
      return .strings(context.selectedEntities.map { context.resolved.entities[$0].name })
    case .rootEntities: return .strings(context.resolved.roots.map(\.name))
    case .configurationList:
      return .array(model.configurations.indices.map { .object(ConfigurationObject(context, $0)) })
    case .composites:
      return .array(model.composites.indices.map { .object(CompositeObject(context, $0)) })
    case .generatesCode: return .bool(model.entities.contains { $0.codeGeneration != .manual })
    case .qualifiedTypes: return qualifiedTypes.value
    case .versionChecksum: return .string(context.hashes.checksum)
    case .versionHashesDigest: return .string(context.hashes.digest)
    case .versionHashesAreEstablished: return .bool(context.hashes.isEstablished)
    case .sourceComment: return .string(SwiftComment.inline(context.source))
    case .containerName: return .string(stackNames.container)
    case .builderName: return .string(stackNames.builder)
    case .mismatchName: return .string(stackNames.mismatch)
    case .holderName: return .string(stackNames.holder)
    case .nameComment: return .string(SwiftComment.inline(context.name))
    case .versionComment: return .string(SwiftComment.inline(context.version))
    case .types: return types
    }
  }

  /// Names for declarations about the model as a whole, distinct from all class names.
  private var stackNames: StackNames {
    var scope = NameScope(reserving: context.naming.classNames.union(KnownTypes.modules.keys))
    let name = SwiftIdentifier(near: context.name).suffix
    return StackNames(
      container: scope.claim("\(name)Container"),
      builder: scope.claim("\(name)Model"),
      mismatch: scope.claim("Mismatch"),
      holder: scope.claim("Holder")
    )
  }

  private struct StackNames {
    let container: String
    let builder: String
    let mismatch: String
    let holder: String
  }
}

extension ContextModel {
  /// The fetch requests of each entity that has any, in the order of the model.
  fileprivate var requestsByEntityName: TemplateValue {
    var order: [String] = []
    var groups: [String: [TemplateValue]] = [:]
    for (index, template) in model.fetchRequests.enumerated() {
      let entity = template.entityName ?? ""
      if groups[entity] == nil { order.append(entity) }
      groups[entity, default: []].append(request(index))
    }
    return .dictionary(order.map { ($0, .array(groups[$0] ?? [])) })
  }

  private func request(_ index: Int) -> TemplateValue {
    .object(
      FetchRequestObject(
        self,
        model.fetchRequests[index],
        name: naming.request(index),
        isFetchedProperty: false
      )
    )
  }
}

/// The entities of a model by name; objects are created lazily.
final class EntitiesObject: TemplateObject {
  private let context: ContextModel

  init(_ context: ContextModel) {
    self.context = context
  }

  var keys: [String] {
    // Of two entities with the same name, references mean the first.
    context.selectedEntities
      .map { context.resolved.entities[$0] }
      .filter { context.resolved.index(ofEntity: $0.name) == $0.index }
      .map(\.name)
  }

  var isEmpty: Bool { context.model.entities.isEmpty }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    context.resolved.index(ofEntity: key.text).map { .object(EntityObject(context, $0)) }
  }
}

/// The names of the entities of each configuration, including the default one.
final class ConfigurationsObject: TemplateObject {
  private let context: ContextModel

  /// The configuration that every model has and no file contains.
  private static let all = "Default"

  init(_ context: ContextModel) {
    self.context = context
  }

  var keys: [String] {
    var names = NameSet()
    for configuration in context.model.configurations { names.insert(configuration.name) }
    names.insert(Self.all)
    return names.inOrder
  }

  var isEmpty: Bool { false }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    let configurations = context.model.configurations
    if let configuration = configurations.first(where: { $0.name == key.text }) {
      return .strings(configuration.members.map(\.name))
    }
    return key.text == Self.all ? .strings(context.model.entities.map(\.name)) : nil
  }
}

/// Names in the order of their first appearance.
private struct NameSet {
  private(set) var inOrder: [String] = []
  private var known: Set<String> = []

  mutating func insert(_ name: String) {
    if known.insert(name).inserted { inOrder.append(name) }
  }
}

/// A configuration in the file.
final class ConfigurationObject: KeyedObject {
  private let context: ContextModel
  private let index: Int

  init(_ context: ContextModel, _ index: Int) {
    self.context = context
    self.index = index
  }

  enum Key: String, CaseIterable {
    case name, nameLiteral, swiftName, entities, usedWithCloudKit, swiftSuffix
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    let configuration = context.model.configurations[index]
    return switch key {
    case .name: .string(configuration.name)
    case .nameLiteral: .string(SwiftLiteral.string(configuration.name))
    case .swiftName: .string(context.naming.configuration(index).text)
    case .swiftSuffix: .string(context.naming.configuration(index).suffix)
    case .entities: .strings(configuration.members.map(\.name))
    case .usedWithCloudKit: .bool(configuration.usedWithCloudKit ?? false)
    }
  }
}

/// A composite: the struct of its attributes.
final class CompositeObject: KeyedObject {
  private let context: ContextModel
  private let index: Int

  init(_ context: ContextModel, _ index: Int) {
    self.context = context
    self.index = index
  }

  enum Key: String, CaseIterable {
    case name, nameLiteral, swiftName, attributes, isHashable, isSendable
    case namesFrameworkTypes
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    let composite = context.model.composites[index]
    switch key {
    case .name: return .string(composite.name)
    case .nameLiteral: return .string(SwiftLiteral.string(composite.name))
    case .isHashable: return .bool(context.isHashable(composite))
    case .namesFrameworkTypes:
      return .bool(composite.attributes.contains(where: context.namesFrameworkTypes))
    case .isSendable: return .bool(context.isSendable(composite))
    case .swiftName:
      let name = context.naming.compositeName(composite.name)
      return .string((name ?? SwiftIdentifier(near: composite.name)).text)
    case .attributes:
      return .array(
        composite.attributes.enumerated().map { position, attribute in
          .object(
            AttributeObject(
              context,
              attribute,
              name: context.naming.member(position, ofComposite: index),
              location: nil
            )
          )
        }
      )
    }
  }
}
