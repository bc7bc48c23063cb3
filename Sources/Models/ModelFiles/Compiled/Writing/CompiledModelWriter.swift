import ManagedModel
import PropertyLists

/// Writes compiled models (`.mom`): the archive of an NSManagedObjectModel, with the classes and keys that
/// Apple's compiler writes.
///
/// Parts without a place in an archive are not written: whether values are scalars, the generated code, the
/// `syncable` flags, the diagram, the Spotlight expression, CloudKit's flags, composites that are not the type
/// of an attribute, and the default flags of a fetch request. The keys with
/// the version of Apple's compiler are not written either.
package struct CompiledModelWriter {
  var builder = KeyedArchiveBuilder()
  let resolved: ResolvedModel

  /// The archived entities, by their index in the model.
  var entities: [KeyedArchiveBuilder.Reference] = []

  /// The archived properties, by the indexes of their entity and themselves.
  var properties: [[KeyedArchiveBuilder.Reference]] = []
  private var root: KeyedArchiveBuilder.Reference

  /// The number of attributes of composites that have been written.
  ///
  /// Each attribute has its own copies of composites, so nested composites can grow exponentially.
  var elementCount = 0

  /// The expression for `SELF` that all predicates share, once it exists.
  var evaluatedObject: KeyedArchiveBuilder.Reference?

  /// The empty dictionary that all entities without user info share, once it exists.
  var emptyDictionary: KeyedArchiveBuilder.Reference?

  /// Returns the bytes of a compiled model.
  package static func bytes(of model: Model) throws(CompiledModelError) -> [UInt8] {
    try archive(of: model).binary()
  }

  /// The archive of a model as a property list.
  package static func archive(of model: Model) throws(CompiledModelError) -> PropertyList {
    try requireDistinctNames(in: model)
    var writer = Self(model)
    try writer.write()
    return writer.builder.archive(root: writer.root)
  }

  private init(_ model: Model) {
    resolved = ResolvedModel(model)
    root = builder.add(CompiledClasses.model)
    for entity in model.entities {
      entities.append(builder.add(CompiledClasses.entity))
      var references: [KeyedArchiveBuilder.Reference] = []
      for property in entity.properties {
        references.append(builder.add(Self.archivedClass(of: property)))
      }
      properties.append(references)
    }
  }

  private mutating func write() throws(CompiledModelError) {
    for entity in resolved.entities { try write(entity, of: root) }
    let model = resolved.model
    builder.set("NSEntities", of: root, to: .object(dictionary(of: resolved.entities.indices)))

    var templates: [(String, KeyedArchiveBuilder.Reference)] = []
    for request in model.fetchRequests {
      let reference = try add(request, label: "fetch request '\(request.name)'")
      templates.append((request.name, reference))
    }
    let requests = templates.isEmpty ? nil : dictionary(templates)
    set("NSFetchRequestTemplates", of: root, to: requests)

    if !model.configurations.isEmpty {
      builder.set("NSConfigurations", of: root, to: .object(configurations()))
    }
    let identifier = builder.add(model.header.userDefinedModelVersionIdentifier ?? "")
    let identifiers = collection([identifier], CompiledClasses.set)
    builder.set("NSVersionIdentifiers", of: root, to: .object(identifiers))
  }

  private mutating func configurations() -> KeyedArchiveBuilder.Reference {
    var entries: [(String, KeyedArchiveBuilder.Reference)] = []
    for configuration in resolved.model.configurations {
      let members = configuration.members.compactMap { resolved.index(ofEntity: $0.name) }
      let array = collection(members.map { entities[$0] }, CompiledClasses.array)
      entries.append((configuration.name, array))
    }
    return dictionary(entries)
  }

  /// The dictionary of some entities by their names.
  mutating func dictionary(of indexes: some Sequence<Int>) -> KeyedArchiveBuilder.Reference {
    dictionary(indexes.map { (resolved.entities[$0].name, entities[$0]) })
  }
}

extension CompiledModelWriter {
  /// Throws if names are not distinct: an archive keeps entities, properties and so on in dictionaries.
  private static func requireDistinctNames(in model: Model) throws(CompiledModelError) {
    try requireDistinct(model.entities.map(\.name), "entities")
    try requireDistinct(model.fetchRequests.map(\.name), "fetch requests")
    try requireDistinct(model.configurations.map(\.name), "configurations")
    for entity in model.entities {
      try requireDistinct(entity.properties.map(\.name), "properties of entity '\(entity.name)'")
    }
  }

  private static func requireDistinct(
    _ names: [String],
    _ kind: String
  ) throws(CompiledModelError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw CompiledModelError("two \(kind) are called '\(name)'")
    }
  }
}
