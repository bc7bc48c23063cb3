import PropertyLists

/// The classes of the objects in a compiled model, with their superclasses.
///
/// Those below 'not established' do not occur in any compiled model that was examined; their names follow
/// the pattern of the others, and only files with such rare constructs depend on them.
enum CompiledClasses {
  static let model = ArchivedClass("NSManagedObjectModel", "NSObject")
  static let entity = ArchivedClass("NSEntityDescription", "NSObject")
  static let attribute = ArchivedClass(
    "NSAttributeDescription",
    "NSPropertyDescription",
    "NSObject"
  )
  static let derivedAttribute = ArchivedClass(
    "NSDerivedAttributeDescription",
    "NSAttributeDescription",
    "NSPropertyDescription",
    "NSObject"
  )
  static let relationship = ArchivedClass(
    "NSRelationshipDescription",
    "NSPropertyDescription",
    "NSObject"
  )
  static let fetchedProperty = ArchivedClass(
    "NSFetchedPropertyDescription",
    "NSPropertyDescription",
    "NSObject"
  )
  static let fetchIndex = ArchivedClass("NSFetchIndexDescription", "NSObject")
  static let fetchIndexElement = ArchivedClass("NSFetchIndexElementDescription", "NSObject")
  static let fetchRequest = ArchivedClass("NSFetchRequest", "NSPersistentStoreRequest", "NSObject")

  static let array = ArchivedClass("NSArray", "NSObject")
  static let mutableArray = ArchivedClass("NSMutableArray", "NSArray", "NSObject")
  static let dictionary = ArchivedClass("NSDictionary", "NSObject")
  static let mutableDictionary = ArchivedClass("NSMutableDictionary", "NSDictionary", "NSObject")
  static let set = ArchivedClass("NSSet", "NSObject")
  static let date = ArchivedClass("NSDate", "NSObject")
  static let uuid = ArchivedClass("NSUUID", "NSObject")
  static let url = ArchivedClass("NSURL", "NSObject")
  static let decimalNumber = ArchivedClass(
    "NSDecimalNumberPlaceholder",
    "NSDecimalNumber",
    "NSNumber",
    "NSValue",
    "NSObject"
  )

  static let comparison = predicate("NSComparisonPredicate")
  static let compound = predicate("NSCompoundPredicate")
  static let equalityOperator = predicateOperator("NSEqualityPredicateOperator")
  static let comparisonOperator = predicateOperator("NSComparisonPredicateOperator")
  static let inOperator = predicateOperator("NSInPredicateOperator")
  static let matchingOperator = predicateOperator(
    "NSMatchingPredicateOperator",
    "NSStringPredicateOperator"
  )
  static let likeOperator = predicateOperator(
    "NSLikePredicateOperator",
    "NSMatchingPredicateOperator",
    "NSStringPredicateOperator"
  )

  static let constant = expression("NSConstantValueExpression")
  static let evaluatedObject = expression("NSSelfExpression")
  static let variable = expression("NSVariableExpression")
  static let keyPath = expression("NSKeyPathExpression", "NSFunctionExpression")
  static let keyPathSpecifier = expression("NSKeyPathSpecifierExpression")
  static let function = expression("NSFunctionExpression")

  // Not established.
  static let compositeAttribute = ArchivedClass(
    "NSCompositeAttributeDescription",
    "NSAttributeDescription",
    "NSPropertyDescription",
    "NSObject"
  )
  static let truePredicate = predicate("NSTruePredicate")
  static let falsePredicate = predicate("NSFalsePredicate")
  static let substringOperator = predicateOperator(
    "NSSubstringPredicateOperator",
    "NSStringPredicateOperator"
  )
  static let betweenOperator = predicateOperator("NSBetweenPredicateOperator")
  static let aggregate = expression("NSAggregateExpression")
  static let subquery = expression("NSSubqueryExpression")
  static let ternary = expression("NSTernaryExpression")
  static let setExpression = expression("NSSetExpression")
  static let assignment = expression("NSVariableAssignmentExpression")
  static let anyKey = expression("NSAnyKeyExpression")
  static let symbol = expression("NSSymbolicExpression")

  private static func predicate(_ name: String) -> ArchivedClass {
    ArchivedClass(name, "NSPredicate", "NSObject")
  }

  private static func predicateOperator(_ names: String...) -> ArchivedClass {
    ArchivedClass(chain: names + ["NSPredicateOperator", "NSObject"])
  }

  private static func expression(_ names: String...) -> ArchivedClass {
    ArchivedClass(chain: names + ["NSExpression", "NSObject"])
  }
}
