import CoreData
import Foundation
import ManagedModel

/// Reads the unsaved edits of a context.
struct PendingReading {
  let reader: StoreReader
  let model: BrowsedModel

  /// The maximum number of objects on a page.
  private static let limit = 500

  var edits: PendingEdits {
    let context = reader.context
    context.processPendingChanges()
    var edits = PendingEdits()
    edits.inserted = names(of: context.insertedObjects)
    edits.deleted = names(of: context.deletedObjects)
    let updated = context.updatedObjects.filter(\.hasPersistentChangedValues)
    edits.updated = updated.map { object in
      PendingEdits.Update(object: reader.titled(object), values: values(of: object))
    }
    .sorted { $0.object < $1.object }
    edits.problems = problems(of: context)
    return edits
  }

  private func names(of objects: Set<NSManagedObject>) -> [ObjectName] {
    let named = objects.map { (object: $0, name: reader.name(of: $0.objectID)) }
    return named.sorted { $0.name < $1.name }.prefix(Self.limit).map { object, name in
      object.isDeleted ? name : reader.titled(object)
    }
  }

  private func values(of object: NSManagedObject) -> [PendingEdits.Value] {
    let changed = object.changedValues()
    let names = changed.keys.sorted()
    let old = object.committedValues(forKeys: names)
    let reading = SnapshotReading(reader: reader, entity: object.entity)
    return names.map { name in
      PendingEdits.Value(
        property: name,
        old: reading.shown(old[name], name),
        new: reading.shown(changed[name], name)
      )
    }
  }

  // MARK: Rules

  private func problems(of context: NSManagedObjectContext) -> [ObjectProblem] {
    var problems: [ObjectProblem] = []
    func check(_ objects: Set<NSManagedObject>, _ rules: (NSManagedObject) throws -> Void) {
      for object in objects where problems.count < Self.limit {
        do {
          try rules(object)
        } catch {
          problems += ValidationText.parts(of: error).map { reader.problem($0, of: object) }
        }
      }
    }
    check(context.insertedObjects) { try $0.validateForInsert() }
    check(context.updatedObjects) { try $0.validateForUpdate() }
    check(context.deletedObjects) { try $0.validateForDelete() }
    return problems.sorted {
      ($0.object.text, $0.property ?? "") < ($1.object.text, $1.property ?? "")
    }
  }
}

extension StoreReader {
  /// A violated rule in displayable form.
  func problem(_ error: NSError, of object: NSManagedObject) -> ObjectProblem {
    ObjectProblem(
      object: object.isDeleted ? name(of: object.objectID) : titled(object),
      property: error.userInfo[NSValidationKeyErrorKey] as? String,
      message: ValidationText.message(of: error)
    )
  }
}

/// Formats values of snapshots, in which related objects are object IDs.
struct SnapshotReading {
  let reader: StoreReader
  let entity: NSEntityDescription

  func shown(_ value: Any?, _ name: String) -> ShownValue {
    switch value {
    case nil, is NSNull: return .none
    case let object as NSManagedObject: return .object(reader.name(of: object.objectID))
    case let id as NSManagedObjectID: return .object(reader.name(of: id))
    case let objects as NSOrderedSet: return .word("\(objects.count) objects")
    case let objects as NSSet: return .word("\(objects.count) objects")
    case let objects as Set<AnyHashable>: return .word("\(objects.count) objects")
    default: break
    }
    guard let attribute = reader.attribute(name, of: entity) else { return .word("changed") }
    return ValueReading(model: reader.model.resolved, textLimit: 400, lineLimit: 0)
      .shown(value, attribute)
  }
}

extension ObjectName: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.entity, left.key.utf8.count, left.key) < (right.entity, right.key.utf8.count, right.key)
  }
}
