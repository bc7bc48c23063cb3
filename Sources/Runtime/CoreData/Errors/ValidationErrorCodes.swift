// Codes of errors of objects and values that break the rules of their model.
// They are in the domain `NSCocoaErrorDomain`; a `CocoaError` tells them apart by `CocoaError.Code`.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An object or a value breaks a rule that has no code of its own.
public var NSManagedObjectValidationError: Int { 1550 }

/// Two objects have the same values where a uniqueness constraint forbids it.
public var NSManagedObjectConstraintValidationError: Int { 1551 }

/// Several rules were broken; the errors are under ``NSDetailedErrorsKey``.
public var NSValidationMultipleErrorsError: Int { 1560 }

/// A property that must have a value has none.
public var NSValidationMissingMandatoryPropertyError: Int { 1570 }

/// A relationship has fewer objects than it must have.
public var NSValidationRelationshipLacksMinimumCountError: Int { 1580 }

/// A relationship has more objects than it may have.
public var NSValidationRelationshipExceedsMaximumCountError: Int { 1590 }

/// An object cannot be deleted while a relationship with the rule Deny has objects.
public var NSValidationRelationshipDeniedDeleteError: Int { 1600 }

/// A number is too large.
public var NSValidationNumberTooLargeError: Int { 1610 }

/// A number is too small.
public var NSValidationNumberTooSmallError: Int { 1620 }

/// A date is too late.
public var NSValidationDateTooLateError: Int { 1630 }

/// A date is too early.
public var NSValidationDateTooSoonError: Int { 1640 }

/// A date is none.
public var NSValidationInvalidDateError: Int { 1650 }

/// A text is too long.
public var NSValidationStringTooLongError: Int { 1660 }

/// A text is too short.
public var NSValidationStringTooShortError: Int { 1670 }

/// A text does not match its pattern.
public var NSValidationStringPatternMatchingError: Int { 1680 }

/// A URI is none.
public var NSValidationInvalidURIError: Int { 1690 }
