/// The types that generated code refers to, and their modules.
///
/// If a model has a class of the same name, the type is qualified by its module.
enum KnownTypes {
  /// The module of each type.
  static let modules: [String: String] = {
    var modules: [String: String] = [:]
    for name in swift { modules[name] = "Swift" }
    for name in foundation { modules[name] = "Foundation" }
    for name in coreData { modules[name] = "CoreData" }
    modules["CheckedContinuation"] = "_Concurrency"
    return modules
  }()

  /// The known types among the given names.
  static func names(among identifiers: [[SwiftIdentifier]]) -> Set<String> {
    var found: Set<String> = []
    for names in identifiers {
      for name in names where name.bare.utf8.first.map(isUpperCase) ?? false {
        if modules[name.bare] != nil { found.insert(name.bare) }
      }
    }
    return found
  }

  /// All type names begin with a capital, and few property names do.
  private static func isUpperCase(_ letter: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter
  }

  /// Modules that a class of the same name shadows.
  static let moduleNames: Set<String> = ["Swift", "Foundation", "CoreData"]

  private static let swift = [
    "AnyHashable", "AnyKeyPath", "AnyObject", "Array", "Bool", "Dictionary", "Double", "Error",
    "Float", "Int",
    "CaseIterable", "CustomStringConvertible", "Hashable", "Identifiable", "Int16", "Int32",
    "Int64", "KeyPath", "Optional",
    "OptionSet", "RawRepresentable", "Result", "Sendable", "Sequence", "Set", "String", "Void",
  ]

  private static let foundation = [
    "Bundle", "Data", "Date", "Decimal", "IndexSet", "NSArray", "NSAttributedString", "NSData",
    "NSDate",
    "NSDecimalNumber", "NSDictionary", "NSError", "NSErrorPointer", "NSExpression", "NSIndexSet",
    "NSMutableOrderedSet", "NSMutableSet", "NSNumber",
    "NSObject", "NSOrderedSet", "NSPredicate", "NSSet", "NSSortDescriptor", "NSString", "NSURL",
    "JSONDecoder", "JSONEncoder", "NSLock", "NSUUID", "TimeInterval", "URL", "UUID",
    "ValueTransformer",
  ]

  private static let coreData = [
    "GeneratedCodeV2", "NSAttributeDescription", "NSAttributeType",
    "NSCompositeAttributeDescription", "NSDerivedAttributeDescription", "NSEntityDescription",
    "NSExpressionDescription",
    "NSFetchIndexDescription", "NSFetchIndexElementDescription", "NSFetchRequest",
    "NSFetchRequestResult", "NSFetchedPropertyDescription", "NSFetchedResultsController",
    "NSInMemoryStoreType",
    "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID", "NSManagedObjectModel",
    "NSPersistentContainer", "NSPersistentStoreCoordinator", "NSPersistentStoreDescription",
    "NSPropertyDescription", "NSRelationshipDescription",
  ]
}
