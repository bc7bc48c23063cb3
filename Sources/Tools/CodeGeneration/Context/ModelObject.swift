import ManagedModel
import TemplateEngine

/// A model as templates see it.
///
/// Each part is computed once: many depend on all entities, and templates read them for every entity.
final class ModelObject: KeyedObject {
  private let parts: [Key: Lazy<TemplateValue>]

  init(_ context: ContextModel) {
    parts = Dictionary(
      uniqueKeysWithValues: Key.allCases.map { key in (key, Lazy { context.part(key) }) }
    )
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

  func part(_ key: Key) -> TemplateValue? { parts[key]?.value }
}

extension ContextModel {
  /// Computes a part of the model.
  fileprivate func part(_ key: ModelObject.Key) -> TemplateValue {
    switch key {
    case .configurations: .object(ConfigurationsObject(self))
    case .entities: .object(EntitiesObject(self))
    case .fetchRequests: requestsByEntityName
    case .entityNames: .strings(selectedEntities.map { resolved.entities[$0].name })
    case .rootEntities: .strings(resolved.roots.map(\.name))
    case .configurationList:
      .array(model.configurations.indices.map { .object(ConfigurationObject(self, $0)) })
    case .composites: .array(model.composites.indices.map { .object(CompositeObject(self, $0)) })
    case .generatesCode: .bool(model.entities.contains { $0.codeGeneration != .manual })
    case .usedWithCloudKit: .bool(model.header.usedWithCloudKit ?? false)
    case .versionChecksum: .string(hashes.checksum)
    case .versionHashesDigest: .string(hashes.digest)
    case .versionHashesAreEstablished: .bool(hashes.isEstablished)
    case .types: .object(KnownTypesObject(typing))
    case .qualifiedTypes:
      .dictionary(typing.qualified.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    default: .optional(text(key))
    }
  }

  /// The parts that are texts about the model as a whole.
  private func text(_ key: ModelObject.Key) -> String? {
    switch key {
    case .name: name
    case .nameLiteral: SwiftLiteral.string(name)
    case .swiftName: SwiftIdentifier(near: name).text
    case .fileName: SafeFileName.of(name)
    case .version: version
    case .versionLiteral: SwiftLiteral.string(version)
    case .sourceLanguage: model.header.sourceLanguage
    case .versionIdentifier: model.header.userDefinedModelVersionIdentifier
    case .nameComment: SwiftComment.inline(name)
    case .versionComment: SwiftComment.inline(version)
    case .sourceComment: SwiftComment.inline(source)
    case .containerName: stackNames.container
    case .builderName: stackNames.builder
    case .mismatchName: stackNames.mismatch
    case .holderName: stackNames.holder
    default: nil
    }
  }

  /// Names for declarations about the model as a whole, distinct from all class names.
  private var stackNames: StackNames {
    var scope = NameScope(reserving: naming.classNames.union(KnownTypes.modules.keys))
    let name = SwiftIdentifier(near: name).suffix
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

  /// The fetch requests of each entity that has any, in the order of the model.
  private var requestsByEntityName: TemplateValue {
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
  private let names: Lazy<[String]>

  init(_ context: ContextModel) {
    self.context = context
    names = Lazy {
      // Of two entities with the same name, references mean the first.
      context.selectedEntities
        .map { context.resolved.entities[$0] }
        .filter { context.resolved.index(ofEntity: $0.name) == $0.index }
        .map(\.name)
    }
  }

  var keys: [String] { names.value }

  var isEmpty: Bool { context.model.entities.isEmpty }

  func value(forKey key: TemplateKey) -> TemplateValue? {
    context.resolved.index(ofEntity: key.text).map { .object(EntityObject(context, $0)) }
  }
}

/// The names of the entities of each configuration, including the default one.
final class ConfigurationsObject: TemplateObject {
  let keys: [String]
  private let members: [TemplateKey: Lazy<TemplateValue>]

  /// The configuration that every model has and no file contains.
  private static let all = "Default"

  init(_ context: ContextModel) {
    let configurations = context.model.configurations
    var names = NameSet()
    for configuration in configurations { names.insert(configuration.name) }
    names.insert(Self.all)
    keys = names.inOrder
    let lists = configurations.map { configuration in
      (
        TemplateKey(configuration.name),
        Lazy { TemplateValue.strings(configuration.members.map(\.name)) }
      )
    }
    let all = (
      TemplateKey(Self.all), Lazy { TemplateValue.strings(context.model.entities.map(\.name)) }
    )
    // Of two configurations with the same name, references mean the first.
    members = Dictionary(lists + [all], uniquingKeysWith: { first, _ in first })
  }

  var isEmpty: Bool { false }

  func value(forKey key: TemplateKey) -> TemplateValue? { members[key]?.value }
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
