public import Foundation

extension CocoaError {
  /// The name of the property whose value breaks a rule.
  public var validationKey: String? { detail(NSValidationKeyErrorKey) as? String }

  /// The object that breaks a rule.
  public var validationObject: Any? { detail(NSValidationObjectErrorKey) }

  /// The predicate that a value does not fulfil.
  public var validationPredicate: NSPredicate? {
    detail(NSValidationPredicateErrorKey) as? NSPredicate
  }

  /// The value that breaks a rule.
  public var validationValue: Any? { detail(NSValidationValueErrorKey) }

  /// The stores that the error is about.
  public var affectedStores: [AnyObject]? { detail(NSAffectedStoresErrorKey) as? [AnyObject] }

  /// The objects that the error is about.
  public var affectedObjects: [AnyObject]? { detail(NSAffectedObjectsErrorKey) as? [AnyObject] }

  /// The conflicts for which objects could not be saved.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    detail(NSPersistentStoreSaveConflictsErrorKey) as? [NSMergeConflict]
  }

  private func detail(_ key: String) -> Any? { userInfo[key] }
}
