// Codes of errors of validation.
//
// They are in the domain `NSCocoaErrorDomain`; a `CocoaError` distinguishes them by `CocoaError.Code`.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An object or a value is invalid for a reason without a code of its own.
public var NSManagedObjectValidationError: Int { 1550 }

/// Two objects violate a uniqueness constraint.
public var NSManagedObjectConstraintValidationError: Int { 1551 }

/// Several properties are invalid; the errors are under ``NSDetailedErrorsKey``.
public var NSValidationMultipleErrorsError: Int { 1560 }

/// A mandatory property has no value.
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

/// A date is invalid.
public var NSValidationInvalidDateError: Int { 1650 }

/// A text is too long.
public var NSValidationStringTooLongError: Int { 1660 }

/// A text is too short.
public var NSValidationStringTooShortError: Int { 1670 }

/// A text does not match its pattern.
public var NSValidationStringPatternMatchingError: Int { 1680 }

/// A URI is invalid.
public var NSValidationInvalidURIError: Int { 1690 }
