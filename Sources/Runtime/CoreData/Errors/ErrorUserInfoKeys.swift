// Keys of the user info of Core Data's errors, and a domain.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of the errors that an error with the code ``NSValidationMultipleErrorsError`` contains.
public let NSDetailedErrorsKey = "NSDetailedErrors"

/// The key of the object with an invalid value.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"

/// The key of the name of the property with an invalid value.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"

/// The key of the predicate that a value does not satisfy.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"

/// The key of the invalid value; there is none for a missing value.
public let NSValidationValueErrorKey = "NSValidationErrorValue"

/// The key of the stores that an error concerns.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"

/// The key of the objects that an error concerns.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

/// The key of the conflicts because of which changes could not be saved.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"

/// The domain of errors of SQLite, and the key of SQLite's code in other errors.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"
