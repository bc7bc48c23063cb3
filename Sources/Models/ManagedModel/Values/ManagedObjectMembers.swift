/// Members that every managed object has, so that no property may have their names.
///
/// Properties and methods without arguments: a Swift property of such a name is rejected by the compiler,
/// or takes the place of the member in the eyes of the framework.
package enum ManagedObjectMembers {
  package static let all: Set<String> = managed.union(sometimes + generated)

  /// Those that Swift sees on every platform, so that a property of their name is no valid declaration
  /// anywhere.
  package static let managed: Set<String> = Set(managedObject + object)

  /// Of `NSManagedObject`.
  private static let managedObject = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "didSave",
    "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues",
    "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
    "observationInfo", "prepareForDeletion", "validateForDelete", "validateForInsert",
    "validateForUpdate", "willSave", "willTurnIntoFault", "objectWillChange",
  ]

  /// Types that generated code nests in every class.
  private static let generated = ["GeneratedKey", "PropertyName"]

  /// Types that hide others of their names inside of a class: those, its identity, and what it calls itself.
  package static let nestedTypes = Set(generated + ["ID", "Self"])

  /// Of `NSObject`.
  private static let object = [
    "autoContentAccessingProxy", "classForCoder", "classForKeyedArchiver", "copy", "dealloc",
    "debugDescription", "description", "hash", "hashValue", "init", "isProxy", "mutableCopy",
    "self", "superclass",
  ]

  /// Those that only Objective-C or only macOS has: Xcode writes properties of these names, and they work
  /// elsewhere.
  private static let sometimes = [
    "attributeKeys", "autorelease", "class", "classDescription", "classForArchiver", "className",
    "finalize", "initialize", "load", "release", "retain", "retainCount", "scriptingProperties",
    "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]
}
