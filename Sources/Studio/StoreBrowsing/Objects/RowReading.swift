import CoreData
import Foundation
import ManagedModel

/// Reads the values that a table shows, and no more: of large texts and of bytes only the beginnings.
struct RowReading {
  let reader: StoreReader
  let entity: ResolvedEntity
  let properties: [Property]
  let values: ValueReading

  private var context: NSManagedObjectContext { reader.context }

  /// The rows of saved objects with their edits; objects to be deleted have none.
  func rows(_ ids: [NSManagedObjectID]) throws -> [ObjectListing.Row] {
    guard !ids.isEmpty else { return [] }
    let beginnings = self.beginnings(ids)
    let saved = try savedValues(ids, without: beginnings.names)
    return ids.compactMap { id in
      if let object = context.registeredObject(for: id), object.hasChanges {
        return object.isDeleted ? nil : row(of: object)
      }
      guard let found = saved[id] else { return nil }
      return ObjectListing.Row(
        object: reader.name(of: id),
        values: properties.map { shown($0, found, beginnings, reader.number(of: id)) }
      )
    }
  }

  /// The row of an object in memory.
  func row(of object: NSManagedObject) -> ObjectListing.Row {
    ObjectListing.Row(
      object: reader.name(of: object.objectID),
      values: properties.map { property in
        switch property {
        case .attribute(let attribute):
          return values.shown(object.value(forKey: attribute.name), attribute)
        case .relationship(let relationship):
          let related = object.objectIDs(forRelationshipNamed: relationship.name).first
          return related.map { .object(reader.name(of: $0)) } ?? .none
        case .fetchedProperty: return .none
        }
      }
    )
  }

  /// The beginnings of large values; none for tables in another layout of an earlier program, whose values
  /// are read whole.
  private func beginnings(_ ids: [NSManagedObjectID]) -> ValueBeginnings {
    let found = try? reader.browsed.beginnings(
      of: properties.compactMap(\.attribute),
      in: entity,
      keys: ids.compactMap(reader.number),
      reader.model
    )
    return found ?? ValueBeginnings()
  }

  /// The saved values of objects, except those of some attributes.
  private func savedValues(
    _ ids: [NSManagedObjectID],
    without names: Set<String>
  ) throws -> [NSManagedObjectID: NSDictionary] {
    // The name cannot be that of a property, because it contains spaces.
    let identityName = "object of the row"
    let identity = NSExpressionDescription()
    identity.name = identityName
    identity.expression = .expressionForEvaluatedObject()
    identity.expressionResultType = .objectIDAttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: entity.name)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch =
      [identity] + properties.map(\.name).filter { !names.contains($0) }
    request.predicate = NSPredicate(format: "self IN %@", ids as NSArray)
    request.includesPendingChanges = false
    let found = try context.fetch(request).compactMap { values in
      (values[identityName] as? NSManagedObjectID).map { ($0, values) }
    }
    return Dictionary(found) { first, _ in first }
  }

  private func shown(
    _ property: Property,
    _ saved: NSDictionary,
    _ beginnings: ValueBeginnings,
    _ number: Int64?
  ) -> ShownValue {
    guard let attribute = property.attribute else {
      let related = saved[property.name] as? NSManagedObjectID
      return related.map { .object(reader.name(of: $0)) } ?? .none
    }
    guard beginnings.has(attribute.name) else {
      return values.shown(saved[attribute.name], attribute)
    }
    return values.shown(number.flatMap { beginnings.beginning(of: attribute.name, $0) }, attribute)
  }
}

// MARK: Titles

extension StoreReader {
  /// The names of saved objects, with their titles.
  func titled(_ ids: [NSManagedObjectID]) throws -> [ObjectName] {
    var names: [NSManagedObjectID: ObjectName] = [:]
    for (entity, ids) in Dictionary(grouping: ids, by: \.entity) {
      guard let key = Self.titleKey(of: entity),
        let resolved = model.resolved.entity(named: entity.name ?? ""),
        let title = model.storedProperties(of: resolved).first(where: { $0.name == key })
      else { continue }
      let reading = RowReading(
        reader: self,
        entity: resolved,
        properties: [title],
        values: ValueReading(model: model.resolved, textLimit: Self.titleLimit, lineLimit: 0)
      )
      let rows = try reading.rows(ids)
      let byName = Dictionary(rows.map { ($0.object, $0) }) { first, _ in first }
      for id in ids {
        var name = name(of: id)
        switch byName[name]?.values.first {
        case .text(let text, _) where !text.isEmpty: name.title = text
        case .beginning(let text, _): name.title = text
        default: break
        }
        names[id] = name
      }
    }
    return ids.map { names[$0] ?? name(of: $0) }
  }

  func titled(_ object: NSManagedObject) -> ObjectName {
    var name = name(of: object.objectID)
    if let key = Self.titleKey(of: object.entity), let text = object.value(forKey: key) as? String,
      !text.isEmpty
    {
      name.title = String(text.prefix(Self.titleLimit))
    }
    return name
  }

  private static let titleLimit = 80

  /// The attribute that serves as the title of objects of an entity.
  private static func titleKey(of entity: NSEntityDescription) -> String? {
    let texts = entity.attributesByName.values
      .filter { $0.attributeType == .stringAttributeType && !$0.isTransient }.map(\.name).sorted()
    return ["name", "title", "label", "fullName", "lastName"].first(where: texts.contains)
      ?? texts.first { $0.lowercased().hasSuffix("name") || $0.lowercased().hasSuffix("title") }
  }
}
