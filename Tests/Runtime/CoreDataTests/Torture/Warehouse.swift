import CoreData
import Foundation

/// A model whose stores have every kind of system column: entity numbers of subentities and destinations, ordering
/// keys in rows and in join tables, foreign keys, derived counts, external data, history.
enum Warehouse {
  static func makeModel(hasNotes: Bool = false) -> NSManagedObjectModel {
    let item = entity("Item", [attribute("name", .string), attribute("count", .integer64)])
    item.properties += [attribute("price", .decimal), attribute("made", .date)]
    let picture = attribute("picture", .binaryData)
    picture.allowsExternalBinaryDataStorage = true
    item.properties.append(picture)
    if hasNotes { item.properties.append(attribute("notes", .string)) }
    let tool = entity("Tool", [attribute("size", .integer16)])
    item.subentities = [tool]
    let shelf = entity("Shelf", [attribute("name", .string)])
    shelf.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
    let box = entity("Box", [])
    shelf.subentities = [box]
    connect(shelf, "items", item, "shelf", isToMany: false)
    connect(shelf, "listed", item, "lists", isToMany: true)
    let spares = relationship("spares", item, isToMany: true, isOrdered: true)
    shelf.properties.append(spares)
    let count = NSDerivedAttributeDescription()
    count.name = "itemCount"
    count.type = .integer64
    count.isOptional = true
    count.derivationExpression = _NSExpression(format: "items.@count")
    shelf.properties.append(count)
    let model = NSManagedObjectModel()
    model.entities = [item, tool, shelf, box]
    return model
  }

  /// Inserts some objects into a store.
  static func fill(_ context: NSManagedObjectContext) throws {
    let items = (0..<6).map { number in
      Bookshop.make(number == 3 ? "Tool" : "Item", ["name": "\(number)"], in: context)
    }
    items[0].setValue(Data(repeating: 1, count: 200_000), forKey: "picture")
    for (name, entity) in [("a", "Shelf"), ("b", "Box")] {
      let shelf = Bookshop.make(entity, ["name": name], in: context)
      shelf.setValue(NSOrderedSet(array: items), forKey: "listed")
      shelf.setValue(NSOrderedSet(array: Array(items[2...])), forKey: "spares")
      if name == "b" { shelf.setValue(NSOrderedSet(array: items), forKey: "items") }
    }
    try context.save()
    items[1].setValue(7, forKey: "count")
    context.delete(items[5])
    context.delete(Bookshop.make("Shelf", ["name": "c"], in: context))
    let last = Bookshop.make("Shelf", ["name": "d"], in: context)
    try context.save()
    context.delete(last)
    try context.save()
  }

  private static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = properties
    return entity
  }

  private static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String,
    _ destination: NSEntityDescription,
    isToMany: Bool,
    isOrdered: Bool = false
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = isToMany ? 0 : 1
    relationship.isOrdered = isOrdered
    relationship.isOptional = true
    return relationship
  }

  /// An ordered relationship and its inverse.
  private static func connect(
    _ source: NSEntityDescription,
    _ name: String,
    _ destination: NSEntityDescription,
    _ inverseName: String,
    isToMany: Bool
  ) {
    let forth = relationship(name, destination, isToMany: true, isOrdered: true)
    let back = relationship(inverseName, source, isToMany: isToMany, isOrdered: isToMany)
    forth.inverseRelationship = back
    back.inverseRelationship = forth
    source.properties.append(forth)
    destination.properties.append(back)
  }
}
