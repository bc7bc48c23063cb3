import ManagedModel

/// The Swift names of everything in a model.
///
/// Names that are invalid, used twice, or members of every object are changed, and an
/// issue reports it. Equal models get equal names.
package final class SwiftNaming: Sendable {
  /// The classes of the entities, by the entity's index; nil for `NSManagedObject` itself.
  private let classes: [SwiftIdentifier?]

  /// The class names, for finding types that they shadow, including the structs of composites.
  package let classNames: Set<String>

  /// Types that generated code needs and that share their name with a property: inside that class the name means
  /// the property in expressions.
  let typesNamedByProperties: Set<String>

  /// The base names of files, by the entity's index.
  package let fileNames: [String]

  /// The names of the entities themselves as identifiers, by the entity's index.
  package let entities: [SwiftIdentifier]

  /// Entities that share the class of an earlier one, with the index of that one.
  package let classOwners: [Int: Int]

  /// The entities that share the class of an earlier one in the order of the model, by the index of that one.
  let sharersOfClasses: [Int: [Int]]

  private let properties: [[SwiftIdentifier]]

  /// The names of the properties of all entities, if all are those of the model; else nil.
  let namesOfModel: [[SwiftIdentifier]]?
  private let composites: [String: SwiftIdentifier]
  private let members: [[SwiftIdentifier]]
  private let requests: [SwiftIdentifier]
  private let configurations: [SwiftIdentifier]

  /// The names that had to be changed, in the order of the model.
  package let issues: [GenerationIssue]

  package init(_ resolved: ResolvedModel) {
    let model = resolved.model
    var namer = Namer()
    let classes = namer.classes(of: resolved)
    self.classes = classes
    let composites = namer.composites(of: model, besides: classes)
    self.composites = Dictionary(
      zip(model.composites.map(\.name), composites),
      uniquingKeysWith: { first, _ in first }
    )
    members = namer.members(of: model, besides: composites)
    classNames = Set(classes.compactMap { $0?.bare } + composites.map(\.bare))
    fileNames = Self.fileNames(of: model, classes: classes, owners: namer.classOwners)
    entities = namer.distinct(model.entities.map { SwiftIdentifier(near: $0.name) })
    let properties = namer.properties(of: resolved, besides: composites)
    self.properties = properties
    namesOfModel =
      zip(model.entities, properties).allSatisfy { entity, names in
        zip(entity.properties, names).allSatisfy { $0.name == $1.bare }
      } ? properties : nil
    typesNamedByProperties = KnownTypes.names(among: properties + members)
    requests = namer.requests(of: model)
    configurations = namer.configurations(of: model)
    let owners = namer.classOwners
    classOwners = owners
    sharersOfClasses = Dictionary(grouping: owners.keys.sorted()) { owners[$0] ?? $0 }
    namer.checkShadowing(classNames, in: model, classes: classes)
    namer.checkSuperclasses(classNames, in: model)
    namer.checkNestedTypes(in: model, classes: classes)
    namer.checkDerivedTypes(classNames, in: model, classes: classes)
    namer.checkTypes(in: model)
    namer.checkImports(in: model)
    issues = namer.issues
  }

  /// File names that differ case-insensitively; entities that own their class choose first.
  private static func fileNames(
    of model: Model,
    classes: [SwiftIdentifier?],
    owners: [Int: Int]
  ) -> [String] {
    var files = NameScope(.ignoringCase)
    var names = Array(repeating: "", count: classes.count)
    let indexes = classes.indices
    for index in indexes.filter({ owners[$0] == nil }) + indexes.filter({ owners[$0] != nil }) {
      let name = classes[index] ?? SwiftIdentifier(near: model.entities[index].name)
      names[index] = files.claim(SafeFileName.of(name.bare))
    }
    return names
  }

  /// The class of an entity's objects, or nil for `NSManagedObject` itself.
  package func className(of entity: Int) -> SwiftIdentifier? {
    classes.indices.contains(entity) ? classes[entity] : nil
  }

  package func property(at location: PropertyLocation) -> SwiftIdentifier {
    guard properties.indices.contains(location.entity),
      properties[location.entity].indices.contains(location.property)
    else { return SwiftIdentifier(near: "") }
    return properties[location.entity][location.property]
  }

  /// The struct of a composite.
  package func compositeName(_ name: String) -> SwiftIdentifier? {
    composites[name]
  }

  /// A member of the composite at an index.
  package func member(_ position: Int, ofComposite index: Int) -> SwiftIdentifier {
    guard members.indices.contains(index), members[index].indices.contains(position) else {
      return SwiftIdentifier(near: "")
    }
    return members[index][position]
  }

  package func request(_ index: Int) -> SwiftIdentifier {
    requests.indices.contains(index) ? requests[index] : SwiftIdentifier(near: "")
  }

  package func configuration(_ index: Int) -> SwiftIdentifier {
    configurations.indices.contains(index) ? configurations[index] : SwiftIdentifier(near: "")
  }
}
