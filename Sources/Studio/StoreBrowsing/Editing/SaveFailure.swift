import CoreData
import Foundation

/// The reasons why the runtime could not save.
struct SaveFailure {
  private let error: any Error
  private let reader: StoreReader

  init(_ error: any Error, _ reader: StoreReader) {
    self.error = error
    self.reader = reader
  }

  /// - Throws: An error that concerns neither conflicts nor rules.
  func outcome() throws -> SaveOutcome {
    let error = self.error as NSError
    switch error.code {
    case NSManagedObjectMergeError:
      guard
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      else { throw self.error }
      return .conflict(try conflicts.map(shown).sorted { $0.object < $1.object })
    case NSManagedObjectConstraintMergeError, NSManagedObjectConstraintValidationError:
      let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      guard let list, !list.isEmpty else { throw self.error }
      return .invalid(list.flatMap(problems))
    default: break
    }
    let parts = ValidationText.parts(of: error)
    let problems = parts.compactMap { part in
      (part.userInfo[NSValidationObjectErrorKey] as? NSManagedObject).map {
        reader.problem(part, of: $0)
      }
    }
    guard problems.count == parts.count else { throw self.error }
    return .invalid(problems)
  }

  private func shown(_ conflict: NSMergeConflict) throws -> ObjectConflict {
    let object = conflict.sourceObject
    let theirs = conflict.persistedSnapshot ?? conflict.cachedSnapshot ?? [:]
    let old = conflict.objectSnapshot ?? [:]
    let mine = object.isDeleted ? [:] : object.changedValues()
    let reading = SnapshotReading(reader: reader, entity: object.entity)
    var values: [ObjectConflict.Value] = []
    for name in Set(old.keys).union(theirs.keys).union(mine.keys).sorted() {
      let before = reading.shown(old[name], name)
      let value = ObjectConflict.Value(
        property: name,
        old: before,
        mine: mine[name].map { reading.shown($0, name) } ?? before,
        theirs: theirs.isEmpty ? before : reading.shown(theirs[name], name)
      )
      let isToMany = object.entity.relationshipsByName[name]?.isToMany == true
      if !isToMany, value.mine != before || value.theirs != before { values.append(value) }
    }
    return ObjectConflict(
      object: reader.name(of: object.objectID),
      isDeleted: try !reader.isStored(object.objectID),
      values: values
    )
  }

  private func problems(_ conflict: NSConstraintConflict) -> [ObjectProblem] {
    let names = conflict.constraint.joined(separator: ", ")
    return conflict.conflictingObjects.map { object in
      ObjectProblem(
        object: reader.name(of: object.objectID),
        property: conflict.constraint.first,
        message: "Another object has the same value of \(names), which must be unique."
      )
    }
  }
}
