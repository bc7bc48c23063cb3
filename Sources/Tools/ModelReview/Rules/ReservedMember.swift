import Diagnostics
import ManagedModel

extension LintRule {
  static let reservedMember = LintRule(
    "reserved-member",
    code: "N401",
    .error,
    summary: "No property is named like a member of every managed object.",
    rationale: """
      Apple forbids it: key-value coding finds the member instead of the property, and Swift refuses to
      compile most of them.
      """,
    remedy: "Rename the property, with the old name as its renaming identifier.",
    example: "<attribute name=\"description\" attributeType=\"String\"/>",
    check: .model { pass in
      for entity in pass.entities {
        for (position, property) in entity.entity.properties.enumerated()
        where ManagedObjectMembers.all.contains(property.name) {
          pass.report(
            "'\(entity.name).\(property.name)' has the name of a member of every managed object",
            at: .property(
              at: .init(entity: entity.index, property: position),
              in: pass.resolved
            ),
            isAtMost: ManagedObjectMembers.tolerated.contains(property.name) ? .warning : .error
          )
        }
      }
    }
  )
}

/// The properties, and the methods without arguments, that every managed object has.
enum ManagedObjectMembers {
  static let all: Set<String> = Set(managedObject + object + generated)

  /// Names that break only some code.
  static let tolerated: Set<String> = [
    "attributeKeys", "classDescription", "hashValue", "load", "observationInfo", "objectWillChange",
    "scriptingProperties", "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]

  /// Of `NSManagedObject`.
  private static let managedObject = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "didSave",
    "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues",
    "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
    "objectWillChange", "observationInfo", "prepareForDeletion", "validateForDelete",
    "validateForInsert", "validateForUpdate", "willSave", "willTurnIntoFault",
  ]

  /// Types that generated code nests in every class.
  private static let generated = ["GeneratedKey", "PropertyName"]

  /// Of `NSObject` and what Foundation adds to it.
  private static let object = [
    "attributeKeys", "autoContentAccessingProxy", "autorelease", "class", "classDescription",
    "classForArchiver", "classForCoder", "classForKeyedArchiver", "className", "copy", "dealloc",
    "debugDescription", "description", "finalize", "hash", "hashValue", "init", "initialize",
    "isProxy", "load", "mutableCopy", "release", "retain", "retainCount", "scriptingProperties",
    "self", "superclass", "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]
}
