/// Members that every managed object has, so that no property may have their names.
///
/// Properties and methods without arguments: a Swift property of such a name is rejected by the compiler,
/// or takes the place of the member in the eyes of the framework.
enum InheritedMembers {
  static let all: Set<String> = Set(managedObject + object + generated)

  /// Of `NSManagedObject`.
  private static let managedObject = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "didSave",
    "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues",
    "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
    "observationInfo", "prepareForDeletion", "validateForDelete", "validateForInsert",
    "validateForUpdate", "willSave", "willTurnIntoFault", "objectWillChange",
  ]

  /// Types that generated code nests in every class.
  private static let generated = ["GeneratedRow", "PropertyName"]

  /// Of `NSObject` and what Foundation adds to it.
  private static let object = [
    "attributeKeys", "autoContentAccessingProxy", "autorelease", "class", "classDescription",
    "classForArchiver", "classForCoder", "classForKeyedArchiver", "className", "copy", "dealloc",
    "debugDescription", "description", "finalize", "hash", "hashValue", "init", "initialize",
    "isProxy", "load", "mutableCopy", "release", "retain", "retainCount", "scriptingProperties",
    "self", "superclass", "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]
}
