// Keys of the user info of Core Data's errors, and a domain.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of the errors that an error with the code ``NSValidationMultipleErrorsError`` stands for.
public let NSDetailedErrorsKey = "NSDetailedErrors"

/// The key of the object that breaks a rule.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"

/// The key of the name of the property whose value breaks a rule.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"

/// The key of the predicate that a value does not fulfil.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"

/// The key of the value that breaks a rule; there is none for a missing value.
public let NSValidationValueErrorKey = "NSValidationErrorValue"

/// The key of the stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"

/// The key of the objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

/// The key of the conflicts that kept changes from being saved.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"

/// The domain of errors of SQLite, and the key of SQLite's code in other errors.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"
