import CoreData
import Foundation
import ManagedModel

/// Applies edits to objects in a context.
struct ObjectEditing {
  let reader: StoreReader
  let model: BrowsedModel

  private var context: NSManagedObjectContext { reader.context }

  /// - Returns: The object that was added or edited; nil for one that was deleted.
  func make(_ edit: ObjectEdit) throws -> ObjectName? {
    switch edit {
    case .add(let name):
      let entity = try model.entity(named: name)
      guard !entity.entity.isAbstract else {
        throw EditingProblem("'\(name)' is abstract: only its subentities have objects")
      }
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      return reader.name(of: object.objectID)
    case .delete(let name):
      let object = try object(name)
      do {
        try object.validateForDelete()
      } catch {
        throw EditingProblem(
          "\(name.text) cannot be deleted: " + ValidationText.message(of: error)
        )
      }
      context.delete(object)
      return nil
    case .set(let name, let fields):
      let object = try object(name)
      try FieldSetting(model: model, object: object).set(fields)
      return reader.name(of: object.objectID)
    case .link(let name, let relationship, let other):
      try link(try object(name), relationship, other)
      return name
    case .unlink(let name, let relationship, let other):
      try unlink(try object(name), relationship, other)
      return name
    case .move(let name, let relationship, let other, let distance):
      try move(try object(name), relationship, other, distance)
      return name
    }
  }

  private func object(_ name: ObjectName) throws -> NSManagedObject {
    guard let object = try reader.object(name), !object.isDeleted else {
      throw EditingProblem("there is no \(name.text)")
    }
    return object
  }

  // MARK: Relationships

  private func relationship(
    _ name: String,
    of object: NSManagedObject
  ) throws -> NSRelationshipDescription {
    guard let relationship = object.entity.relationshipsByName[name] else {
      throw EditingProblem("\(object.entity.name ?? "") has no relationship '\(name)'")
    }
    return relationship
  }

  private func link(_ object: NSManagedObject, _ name: String, _ text: String) throws {
    let relationship = try relationship(name, of: object)
    let words = text.trimmingCharacters(in: .whitespaces)
    guard !words.isEmpty else {
      guard !relationship.isToMany else {
        throw EditingProblem("no object is named", fields: [name: "name an object"])
      }
      object.setValue(nil, forKey: name)
      return
    }
    let other = try self.other(words, of: relationship)
    if !relationship.isToMany {
      object.setValue(other, forKey: name)
    } else if relationship.isOrdered {
      object.mutableOrderedSetValue(forKey: name).add(other)
    } else {
      object.mutableSetValue(forKey: name).add(other)
    }
  }

  private func unlink(_ object: NSManagedObject, _ name: String, _ text: String) throws {
    let relationship = try relationship(name, of: object)
    let other = try self.other(text, of: relationship)
    if !relationship.isToMany {
      object.setValue(nil, forKey: name)
    } else if relationship.isOrdered {
      object.mutableOrderedSetValue(forKey: name).remove(other)
    } else {
      object.mutableSetValue(forKey: name).remove(other)
    }
  }

  private func move(
    _ object: NSManagedObject,
    _ name: String,
    _ text: String,
    _ distance: Int
  ) throws {
    let relationship = try relationship(name, of: object)
    guard relationship.isToMany, relationship.isOrdered else {
      throw EditingProblem("'\(name)' is not ordered")
    }
    let other = try self.other(text, of: relationship)
    let members = object.mutableOrderedSetValue(forKey: name)
    let place = members.index(of: other)
    guard place != NSNotFound else { throw EditingProblem("\(text) is not an object of '\(name)'") }
    let (end, isFar) = place.addingReportingOverflow(distance)
    guard !isFar, (0..<members.count).contains(end) else { return }
    members.moveObjects(at: IndexSet(integer: place), to: end)
  }

  /// The object with a name: `Team 3`, `3`, or `Team t…` for an unsaved one.
  private func other(
    _ text: String,
    of relationship: NSRelationshipDescription
  ) throws -> NSManagedObject {
    let name = relationship.name
    guard let destination = relationship.destinationEntity?.name,
      let reference = ObjectName(reference: text, of: destination)
    else { throw EditingProblem("the object is not known", fields: [name: "name an object"]) }
    guard let found = try reader.object(reference), !found.isDeleted else {
      throw EditingProblem(
        "there is no such object",
        fields: [name: "there is no '\(text)'; write \(destination) and its number"]
      )
    }
    guard let entity = relationship.destinationEntity, found.entity.isKindOf(entity: entity) else {
      throw EditingProblem(
        "the object is of another entity",
        fields: [name: "'\(text)' is not an object of \(destination)"]
      )
    }
    return found
  }
}

extension ObjectName {
  /// The name of the object in forms: its entity, and its number or the key of an unsaved one.
  package var reference: String {
    "\(entity) \(key.hasPrefix("p") ? String(key.dropFirst()) : key)"
  }

  /// Parses a reference to an object: a number, or an entity and a number.
  init?(reference: String, of destination: String) {
    let words = reference.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let last = words.last, words.count <= 2, !last.contains("/") else { return nil }
    let key = last.allSatisfy(\.isNumber) ? "p\(last)" : last
    self.init(entity: words.count == 2 ? words[0] : destination, key: key)
  }
}
