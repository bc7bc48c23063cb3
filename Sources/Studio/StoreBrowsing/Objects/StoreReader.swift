import CoreData
import Foundation
import ManagedModel

/// Queries the objects of an open store.
package struct StoreReader {
  let model: BrowsedModel
  let browsed: BrowsedStore
  let context: NSManagedObjectContext
  let store: NSPersistentStore

  /// The saved objects by the names that they had before, which pages may still use.
  var earlierNames: [ObjectName: NSManagedObjectID] = [:]

  private var resolved: ResolvedModel { model.resolved }

  /// The offset above which all object IDs are read in the order of an attribute: with a limit, SQLite keeps the
  /// objects before it in a tree, which takes longer than sorting all of them.
  private static let windowLimit = 20_000

  /// The number of objects of a relationship that are listed with an object.
  private static let memberLimit = 20

  /// The number of objects offered for a relationship.
  private static let candidateLimit = 100

  // MARK: Tables

  /// A page of the objects of an entity.
  ///
  /// - Parameter query: The entity, the condition and the order.
  /// - Returns: The page, or the last one if the number is too high.
  /// - Throws: A ``BrowsingError``.
  package func table(_ query: TableQuery) throws -> ObjectListing {
    let entity = try model.entity(named: query.entity)
    let text = ConditionText(text: query.predicate)
    let condition = try NSPredicate.browsing(text, for: entity, in: resolved)
    let properties = model.storedProperties(of: entity).filter { $0.relationship?.isToMany != true }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
    request.predicate = try all(of: [condition, query.owner.map(members)])
    // Pages are those of the store: to include edits, all objects would have to be read.
    request.includesPendingChanges = false
    let wanted = request.predicate
    do {
      var table = ObjectListing(columns: properties.map(column), rows: [], count: 0, page: 1)
      let few = condition == nil ? nil : try few(request.predicate, of: entity)
      if let few { request.predicate = NSPredicate(format: "self IN %@", few as NSArray) }
      table.count = try few?.count ?? context.count(for: request)
      table.page = min(max(1, query.page), table.pageCount)
      let new = newObjects(of: entity.name, wanted)
      let reading = RowReading(
        reader: self,
        entity: entity,
        properties: properties,
        values: ValueReading(model: resolved, textLimit: 120, lineLimit: 0)
      )
      table.rows = try reading.rows(page(of: request, query, table))
      if context.hasChanges {
        if table.page == 1 { table.rows = new.map(reading.row) + table.rows }
        table.count += new.count - (wanted == nil ? deletedCount(of: entity.name) : 0)
      }
      return table
    } catch  where condition != nil {
      // The store can evaluate every other part of the request.
      throw BrowsingError(predicate: BrowsingError(error).message)
    }
  }

  /// The unsaved objects of an entity that satisfy a condition.
  private func newObjects(of entity: String, _ condition: NSPredicate?) -> [NSManagedObject] {
    context.insertedObjects.filter { object in
      object.isOf(entity) && condition?.evaluate(with: object) != false
    }
    .sorted { name(of: $0.objectID) < name(of: $1.objectID) }
  }

  private func deletedCount(of entity: String) -> Int {
    context.deletedObjects.count { $0.isOf(entity) && !$0.objectID.isTemporaryID }
  }

  private func all(of parts: [NSPredicate?]) -> NSPredicate? {
    let parts = parts.compactMap { $0 }
    return parts.count < 2 ? parts.first : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  /// The objects that satisfy a condition, if they are so few that the store need not search twice.
  private func few(
    _ condition: NSPredicate?,
    of entity: ResolvedEntity
  ) throws -> [NSManagedObjectID]? {
    let limit = 1_000
    let request = NSFetchRequest<NSManagedObjectID>(entityName: entity.name)
    request.resultType = .managedObjectIDResultType
    request.predicate = condition
    request.includesPendingChanges = false
    request.fetchLimit = limit
    let found = try context.fetch(request)
    return found.count < limit ? found : nil
  }

  /// The object IDs of a page of a table.
  ///
  /// The store has to sort all objects before the page: the query starts from the nearer end, and sorts only
  /// the object IDs.
  private func page(
    of request: NSFetchRequest<NSManagedObject>,
    _ query: TableQuery,
    _ table: ObjectListing
  ) throws -> [NSManagedObjectID] {
    let column = table.columns.first { $0.canOrder && $0.name == query.order }
    let first = (table.page - 1) * TableQuery.pageSize
    let count = min(TableQuery.pageSize, table.count - first)
    guard count > 0 else { return [] }
    let isFromEnd = first > table.count / 2
    let isAscending = query.isAscending != isFromEnd
    let identities = NSFetchRequest<NSManagedObjectID>(entityName: query.entity)
    identities.resultType = .managedObjectIDResultType
    identities.predicate = request.predicate
    identities.includesPendingChanges = false
    // Equal objects are ordered too, in the same way from both ends.
    identities.sortDescriptors = [column?.name, "self"].compactMap { key in
      key.map { NSSortDescriptor(key: $0, ascending: isAscending) }
    }
    let offset = isFromEnd ? table.count - first - count : first
    let ids: [NSManagedObjectID]
    if column == nil || offset < Self.windowLimit {
      identities.fetchOffset = offset
      identities.fetchLimit = count
      ids = try context.fetch(identities)
    } else {
      ids = Array(try context.fetch(identities).dropFirst(offset).prefix(count))
    }
    return isFromEnd ? ids.reversed() : ids
  }

  private func column(_ property: Property) -> ObjectListing.Column {
    guard case .attribute(let attribute) = property else {
      let destination = property.relationship?.destinationName ?? ""
      return ObjectListing.Column(name: property.name, type: destination, canOrder: false)
    }
    let canOrder =
      switch attribute.type {
      case .binary, .transformable, .composite, .undefined, .objectID: false
      default: true
      }
    return ObjectListing.Column(
      name: attribute.name,
      type: Self.title(attribute),
      canOrder: canOrder
    )
  }

  private static func title(_ attribute: Attribute) -> String {
    attribute.compositeName ?? attribute.type.fileName ?? "undefined"
  }

  // MARK: Objects

  /// An object with its values and its first related objects.
  ///
  /// - Parameter name: The object.
  /// - Returns: Nil if there is no such object.
  /// - Throws: A ``BrowsingError``.
  package func details(of name: ObjectName) throws -> ObjectDetails? {
    guard let object = try object(name),
      let entity = resolved.entity(named: object.entity.name ?? "")
    else { return nil }
    let reading = ValueReading(model: resolved, textLimit: 20_000, lineLimit: 500)
    let fields = EditedFieldReading(model: resolved)
    var details = ObjectDetails(
      name: titled(object),
      attributes: [],
      relationships: []
    )
    for property in model.storedProperties(of: entity) {
      switch property {
      case .attribute(let attribute):
        details.attributes.append(
          ObjectDetails.Attribute(
            name: attribute.name,
            type: Self.title(attribute),
            value: reading.shown(object.value(forKey: attribute.name), attribute),
            isOptional: attribute.isOptional,
            field: fields.field(object.value(forKey: attribute.name), attribute)
          )
        )
      case .relationship(let relationship):
        details.relationships.append(try related(relationship, of: object))
      case .fetchedProperty: break
      }
    }
    return details
  }

  private func related(
    _ relationship: Relationship,
    of object: NSManagedObject
  ) throws -> ObjectDetails.Relationship {
    var result = ObjectDetails.Relationship(
      name: relationship.name,
      destination: relationship.destinationName ?? "",
      isToMany: relationship.isToMany,
      isOrdered: relationship.isOrdered,
      objects: [],
      count: 0
    )
    if relationship.isToMany, object.changedValues()[relationship.name] != nil {
      let members = Self.members(of: object, relationship)
      result.count = members.count
      result.objects = members.prefix(Self.memberLimit).map(titled)
    } else if relationship.isToMany, !relationship.isOrdered,
      let predicate = byInverse(relationship.name, of: object)
    {
      let request = NSFetchRequest<NSManagedObject>(entityName: result.destination)
      request.predicate = predicate
      request.includesPendingChanges = false
      result.count = try context.count(for: request)
      request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
      request.fetchLimit = Self.memberLimit
      request.includesPropertyValues = false
      result.objects = try titled(context.fetch(request).map(\.objectID))
    } else {
      let ids = object.objectIDs(forRelationshipNamed: relationship.name)
      result.count = ids.count
      result.objects = try titled(Array(ids.prefix(Self.memberLimit)))
    }
    return result
  }

  /// The objects of an edited to-many relationship.
  private static func members(
    of object: NSManagedObject,
    _ relationship: Relationship
  ) -> [NSManagedObject] {
    if relationship.isOrdered {
      return object.mutableOrderedSetValue(forKey: relationship.name).array
        .compactMap { $0 as? NSManagedObject }
    }
    return object.mutableSetValue(forKey: relationship.name).allObjects
      .compactMap { $0 as? NSManagedObject }
      .sorted { left, right in
        left.objectID.uriRepresentation().absoluteString.order
          < right.objectID.uriRepresentation().absoluteString.order
      }
  }

  /// The bytes of an attribute; nil if there is no such object, or no value.
  package func bytes(of attribute: String, in name: ObjectName) throws -> [UInt8]? {
    guard let object = try object(name),
      let entity = resolved.entity(named: object.entity.name ?? ""),
      model.storedProperties(of: entity).contains(where: {
        $0.name == attribute && $0.attribute != nil
      }), let data = object.value(forKey: attribute) as? Data
    else { return nil }
    return Array(data)
  }

  /// The media type of bytes that browsers display as a picture; nil for others.
  package static func pictureType(of bytes: [UInt8]) -> String? { PictureType.mediaType(of: bytes) }

  // MARK: Relationships

  private func members(_ owner: TableQuery.Owner) throws -> NSPredicate {
    guard let object = try object(owner.object),
      object.entity.relationshipsByName[owner.relationship] != nil
    else {
      throw BrowsingError("there is no \(owner.object.text), or no such relationship of it")
    }
    return byInverse(owner.relationship, of: object)
      ?? NSPredicate(
        format: "self IN %@",
        object.objectIDs(forRelationshipNamed: owner.relationship) as NSArray
      )
  }

  /// The condition that an object is related to another one, by the inverse; nil without an inverse.
  private func byInverse(_ relationship: String, of object: NSManagedObject) -> NSPredicate? {
    guard let described = object.entity.relationshipsByName[relationship],
      let inverse = described.inverseRelationship
    else { return nil }
    return NSPredicate(
      format: inverse.isToMany ? "ANY %K == %@" : "%K == %@",
      inverse.name,
      object
    )
  }

  /// The first objects of an entity, for a choice.
  package func candidates(of entity: String) throws -> [ObjectName] {
    let request = NSFetchRequest<NSManagedObject>(entityName: try model.entity(named: entity).name)
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    request.fetchLimit = Self.candidateLimit
    request.includesPropertyValues = false
    return try titled(context.fetch(request).map(\.objectID))
  }

  func attribute(_ name: String, of entity: NSEntityDescription) -> Attribute? {
    resolved.entity(named: entity.name ?? "").flatMap { entity in
      model.storedProperties(of: entity).first { $0.name == name }?.attribute
    }
  }

  // MARK: Names

  func object(_ name: ObjectName) throws -> NSManagedObject? {
    if name.isNew {
      let name = ObjectName(entity: name.entity, key: name.key)
      if let id = earlierNames[name] { return try object(id) }
      return context.insertedObjects.first { self.name(of: $0.objectID) == name }
    }
    guard resolved.entity(named: name.entity) != nil, let identifier = store.identifier,
      let path = "\(name.entity)/\(name.key)"
        .addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["/"])),
      let url = URL(string: "x-coredata://\(identifier)/\(path)"),
      let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
    else { return nil }
    return try object(id)
  }

  /// The object with an ID, with the current values of the store unless it is edited; nil if it is gone.
  private func object(_ id: NSManagedObjectID) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: id.entity.name ?? "")
    request.predicate = NSPredicate(format: "self == %@", id)
    request.returnsObjectsAsFaults = false
    return try context.fetch(request).first
  }

  /// Whether the object is in the store, regardless of edits.
  func isStored(_ id: NSManagedObjectID) throws -> Bool {
    let request = NSFetchRequest<NSManagedObject>(entityName: id.entity.name ?? "")
    request.predicate = NSPredicate(format: "self == %@", id)
    request.includesPendingChanges = false
    return try context.count(for: request) > 0
  }

  func name(of id: NSManagedObjectID) -> ObjectName {
    ObjectName(entity: id.entity.name ?? "", key: id.uriRepresentation().lastPathComponent)
  }

  /// The number of a saved object.
  func number(of id: NSManagedObjectID) -> Int64? {
    id.isTemporaryID ? nil : Int64(name(of: id).key.dropFirst())
  }
}

extension NSManagedObject {
  /// Whether the object is of an entity or of one of its descendants.
  fileprivate func isOf(_ name: String) -> Bool {
    var entity: NSEntityDescription? = self.entity
    while let current = entity {
      if current.name == name { return true }
      entity = current.superentity
    }
    return false
  }
}

extension String {
  /// A sort key for texts that end in numbers.
  fileprivate var order: (Int, String) { (utf8.count, self) }
}
