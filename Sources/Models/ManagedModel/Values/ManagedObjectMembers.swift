/// Members of every managed object, whose names no property may have.
///
/// They are properties and methods without arguments: a Swift property of such a name is rejected by the compiler,
/// or replaces the member when the framework calls it.
package enum ManagedObjectMembers {
  package static let all: Set<String> = managed.union(sometimes + generated)

  /// The members visible to Swift on every platform, so that a property of the same name never compiles.
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

  /// Types that hide others of the same name inside a class: the generated ones, `ID` and `Self`.
  package static let nestedTypes = Set(generated + ["ID", "Self"])

  /// Of `NSObject`.
  private static let object = [
    "autoContentAccessingProxy", "classForCoder", "classForKeyedArchiver", "copy", "dealloc",
    "debugDescription", "description", "hash", "hashValue", "init", "isProxy", "mutableCopy",
    "self", "superclass",
  ]

  /// Members of Objective-C or macOS only: Xcode writes properties of these names, and they work elsewhere.
  private static let sometimes = [
    "attributeKeys", "autorelease", "class", "classDescription", "classForArchiver", "className",
    "finalize", "initialize", "load", "release", "retain", "retainCount", "scriptingProperties",
    "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]
}
