import Files
import ManagedModel
import ModelFiles
import SQLSchema
import Synchronization

/// A model with everything that its context is computed from.
package final class ContextModel: Sendable {
  package let resolved: ResolvedModel

  /// The name of the model's bundle, without its extension.
  package let name: String

  /// The name of the version, without its extension.
  package let version: String

  /// The bundle's own file name, for comments.
  package let source: String

  /// The indices of the entities that templates iterate over; nil for all.
  private let selection: Set<Int>?

  /// The classes from which others inherit, computed lazily.
  private let knownSuperclasses = Mutex<Set<String>?>(nil)

  package let naming: SwiftNaming
  package let typing: SwiftTyping

  private let managedNames: Lazy<[[SwiftIdentifier]]>
  private let hashValues: Lazy<VersionHashes>
  private let hashesByName: Lazy<[String: EntityHash]>
  private let propertyIndices: Lazy<PropertyIndices>
  private let requestsByEntity: Lazy<[String: [Int]]>
  private let sqliteMapping: Lazy<SchemaMapping>
  private let postgreSQLMapping: Lazy<SchemaMapping>

  /// - Parameters:
  ///   - loaded: A model.
  ///   - configuration: The name of a configuration; templates iterate over its entities only.
  package convenience init(_ loaded: LoadedModel, configuration: String? = nil) {
    self.init(
      loaded.resolved,
      name: loaded.bundle.name,
      version: loaded.version.name,
      configuration: configuration,
      source: PathName(FileReader().namedPath(of: loaded.bundle.path)).last
    )
  }

  /// Creates the context of a model; without a file name of the bundle, that of Xcode's form is assumed.
  package init(
    _ resolved: ResolvedModel,
    name: String,
    version: String,
    configuration: String? = nil,
    source: String? = nil
  ) {
    self.resolved = resolved
    self.name = name
    self.version = version
    self.source = source ?? "\(name).xcdatamodeld"
    selection = configuration.flatMap { Self.members(of: $0, in: resolved) }
    propertyIndices = Lazy { PropertyIndices(resolved) }
    requestsByEntity = Lazy {
      Dictionary(grouping: resolved.model.fetchRequests.indices) {
        resolved.model.fetchRequests[$0].entityName ?? ""
      }
    }
    naming = SwiftNaming(resolved)
    typing = SwiftTyping(resolved, naming: naming)
    managedNames = Lazy { [naming] in
      if let names = naming.namesOfModel { return names }
      var namer = Namer()
      return namer.properties(of: resolved, style: .managed)
    }
    let hashes = Lazy { VersionHashes(resolved) }
    hashValues = hashes
    hashesByName = Lazy {
      Dictionary(
        hashes.value.entities.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    sqliteMapping = Lazy { CoreDataLayout.mapping(of: resolved) }
    postgreSQLMapping = Lazy { PostgreSQLSchema(resolved).mapping }
  }

  /// The entities of a configuration, or nil if no configuration has the name.
  private static func members(of name: String, in resolved: ResolvedModel) -> Set<Int>? {
    resolved.model.configurations.first { $0.name == name }.map { configuration in
      Set(configuration.members.compactMap { resolved.index(ofEntity: $0.name) })
    }
  }

  /// The entities that templates iterate over, in the order of the file.
  var selectedEntities: [Int] {
    resolved.entities.indices.filter { selection?.contains($0) ?? true }
  }

  /// The entities for which files are generated: those that own a class and are not ignored.
  var entitiesWithFiles: [Int] {
    selectedEntities.filter { index in
      naming.className(of: index) != nil && naming.classOwners[index] == nil
        && !UserInfoOption.ignore.isPresent(in: resolved.entities[index].entity.userInfo)
    }
  }

  var model: Model { resolved.model }
  var hashes: VersionHashes { hashValues.value }
  var indices: PropertyIndices { propertyIndices.value }
  var sqlite: SchemaMapping { sqliteMapping.value }
  var postgreSQL: SchemaMapping { postgreSQLMapping.value }

  /// The fetch requests for the objects of an entity, by their indices.
  func requests(ofEntity name: String) -> [Int] {
    requestsByEntity.value[name] ?? []
  }

  /// Whether another class inherits from that of an entity.
  func isSubclassed(_ entity: Int) -> Bool {
    guard let name = naming.className(of: entity) else { return false }
    return knownSuperclasses.withLock { known in
      let names = known ?? superclasses
      known = names
      return names.contains(name.bare)
    }
  }

  func hash(ofEntity name: String) -> EntityHash? {
    hashesByName.value[name]
  }

  /// The name of an `@NSManaged` declaration: the name in the model if it is a Swift identifier.
  func managedName(at location: PropertyLocation) -> SwiftIdentifier {
    let names = managedNames.value
    guard names.indices.contains(location.entity),
      names[location.entity].indices.contains(location.property)
    else { return SwiftIdentifier(near: "") }
    return names[location.entity][location.property]
  }
}
