// Codes of errors of contexts and saves.
//
// They are in the domain `NSCocoaErrorDomain`; a `CocoaError` distinguishes them by `CocoaError.Code`.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A context could not be locked.
public var NSManagedObjectContextLockingError: Int { 132_000 }

/// A coordinator could not be locked.
public var NSPersistentStoreCoordinatorLockingError: Int { 132_010 }

/// An object refers to one that is not in the store.
public var NSManagedObjectReferentialIntegrityError: Int { 133_000 }

/// A relationship leads to an object in another store.
public var NSManagedObjectExternalRelationshipError: Int { 133_010 }

/// Another context or program changed an object at the same time.
public var NSManagedObjectMergeError: Int { 133_020 }

/// An object violates a uniqueness constraint.
public var NSManagedObjectConstraintMergeError: Int { 133_021 }
