public import Foundation

extension CocoaError {
  /// The name of the property with an invalid value.
  public var validationKey: String? { detail(NSValidationKeyErrorKey) as? String }

  /// The object with an invalid value.
  public var validationObject: Any? { detail(NSValidationObjectErrorKey) }

  /// The predicate that a value does not satisfy.
  public var validationPredicate: NSPredicate? {
    detail(NSValidationPredicateErrorKey) as? NSPredicate
  }

  /// The invalid value.
  public var validationValue: Any? { detail(NSValidationValueErrorKey) }

  /// The stores that the error concerns.
  public var affectedStores: [AnyObject]? { detail(NSAffectedStoresErrorKey) as? [AnyObject] }

  /// The objects that the error concerns.
  public var affectedObjects: [AnyObject]? { detail(NSAffectedObjectsErrorKey) as? [AnyObject] }

  /// The conflicts because of which objects could not be saved.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    detail(NSPersistentStoreSaveConflictsErrorKey) as? [NSMergeConflict]
  }

  private func detail(_ key: String) -> Any? { userInfo[key] }
}
