// Codes of errors of stores.
//
// They are in the domain `NSCocoaErrorDomain`; a `CocoaError` distinguishes them by `CocoaError.Code`.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The type of store is unknown.
public var NSPersistentStoreInvalidTypeError: Int { 134_000 }

/// A store is of another type than it was opened as.
public var NSPersistentStoreTypeMismatchError: Int { 134_010 }

/// The model and the store do not match.
public var NSPersistentStoreIncompatibleSchemaError: Int { 134_020 }

/// Changes could not be saved.
public var NSPersistentStoreSaveError: Int { 134_030 }

/// Some of the stores could not save their changes.
public var NSPersistentStoreIncompleteSaveError: Int { 134_040 }

/// Changes could not be saved because of conflicts.
public var NSPersistentStoreSaveConflictsError: Int { 134_050 }

/// An internal error of Core Data.
public var NSCoreDataError: Int { 134_060 }

/// An operation of a store failed.
public var NSPersistentStoreOperationError: Int { 134_070 }

/// A store could not be opened.
public var NSPersistentStoreOpenError: Int { 134_080 }

/// A store could not be reached in time.
public var NSPersistentStoreTimeoutError: Int { 134_090 }

/// A store does not support requests of this type.
public var NSPersistentStoreUnsupportedRequestTypeError: Int { 134_091 }

/// The model does not match the version hashes of the store.
public var NSPersistentStoreIncompatibleVersionHashError: Int { 134_100 }
