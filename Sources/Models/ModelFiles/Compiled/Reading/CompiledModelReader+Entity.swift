import ManagedModel
import PropertyLists

extension CompiledModelReader {
  mutating func entities(of root: ArchivedObject) throws -> [Entity] {
    let archived = try named("NSEntities", of: root)
    var ownNames: [Int: Set<String>] = [:]
    for entry in archived {
      guard entry.object.isKind(of: "NSEntityDescription") else {
        throw CompiledModelError("'\(entry.name)' is \(entry.object.label), not an entity")
      }
      let names = try entries("NSProperties", of: entry.object).map(\.name)
      ownNames[entry.object.number] = Set(names)
    }
    return try archived.map { try entity($0, propertyNames: ownNames) }
  }

  private mutating func entity(
    _ entry: NamedObject,
    propertyNames: [Int: Set<String>]
  ) throws -> Entity {
    let object = entry.object
    let label = "entity '\(entry.name)'"
    var entity = Entity(name: try object.string("NSEntityName") ?? entry.name)
    entity.representedClassName = try object.string("NSClassNameForEntity")
    entity.isAbstract = try object.boolean("NSIsAbstract")
    entity.parentName = try object.object("NSSuperentity")?.string("NSEntityName")
    entity.renamingIdentifier = try renamingIdentifier(of: object, name: entity.name)
    entity.versionHashModifier = try object.string("NSVersionHashModifier")
    entity.userInfo = try userInfo(of: object, label: label)
    entity.properties = try properties(
      of: object,
      entityName: entity.name,
      propertyNames: propertyNames
    )
    try readIndexes(of: object, into: &entity, label: label)
    return entity
  }

  /// The properties that the entity itself declares.
  ///
  /// A model cache repeats those of the ancestors, as proxies or as full copies, so a property that an
  /// ancestor has as well is left out.
  private mutating func properties(
    of object: ArchivedObject,
    entityName: String,
    propertyNames: [Int: Set<String>]
  ) throws -> [Property] {
    let ancestors = try ancestors(of: object)
    var properties: [Property] = []
    for entry in try named("NSProperties", of: object) {
      try charge(1 + ancestors.count + (entityName.utf8.count + entry.name.utf8.count) / 64)
      if entry.object.isKind(of: "_NSPropertyDescriptionProxy") { continue }
      if ancestors.contains(where: { propertyNames[$0]?.contains(entry.name) ?? false }) {
        continue
      }
      properties.append(
        try property(entry.object, name: entry.name, label: "'\(entityName).\(entry.name)'")
      )
    }
    return properties
  }

  /// The numbers of the superentity, its superentity, and so on.
  private mutating func ancestors(of object: ArchivedObject) throws -> [Int] {
    var numbers: [Int] = []
    var next = try object.object("NSSuperentity")
    while let ancestor = next {
      try charge()
      guard ancestor.number != object.number, !numbers.contains(ancestor.number) else {
        throw CompiledModelError("\(object.label) is its own ancestor")
      }
      numbers.append(ancestor.number)
      next = try ancestor.object("NSSuperentity")
    }
    return numbers
  }

  func renamingIdentifier(of object: ArchivedObject, name: String) throws -> String? {
    let identifier = try object.string("NSRenamingIdentifier")
    return identifier == name ? nil : identifier
  }
}
