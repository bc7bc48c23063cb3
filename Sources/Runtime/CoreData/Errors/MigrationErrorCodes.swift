// Codes of errors of migrations, of SQLite and of history.
//
// They are in the domain `NSCocoaErrorDomain`; a `CocoaError` distinguishes them by `CocoaError.Code`.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A store could not be migrated.
public var NSMigrationError: Int { 134_110 }

/// A migration would violate a uniqueness constraint.
public var NSMigrationConstraintViolationError: Int { 134_111 }

/// A migration was canceled.
public var NSMigrationCancelledError: Int { 134_120 }

/// The model of a store was not found.
public var NSMigrationMissingSourceModelError: Int { 134_130 }

/// There is no mapping from the model of a store to the current one.
public var NSMigrationMissingMappingModelError: Int { 134_140 }

/// The source store of a migration cannot be used.
public var NSMigrationManagerSourceStoreError: Int { 134_150 }

/// The destination store of a migration cannot be used.
public var NSMigrationManagerDestinationStoreError: Int { 134_160 }

/// A policy of a migration failed.
public var NSEntityMigrationPolicyError: Int { 134_170 }

/// SQLite reported an error; its code is under ``NSSQLiteErrorDomain``.
public var NSSQLiteError: Int { 134_180 }

/// No mapping between two models could be inferred.
public var NSInferredMappingModelError: Int { 134_190 }

/// External records could not be imported.
public var NSExternalRecordImportError: Int { 134_200 }

/// A token refers to deleted history.
public var NSPersistentHistoryTokenExpiredError: Int { 134_301 }

/// A stage of a migration refers to a model that was not found.
public var NSManagedObjectModelReferenceNotFoundError: Int { 134_504 }

/// A store was migrated in stages by a newer version.
public var NSStagedMigrationFrameworkVersionMismatchError: Int { 134_505 }

/// A staged migration cannot go back to an earlier model.
public var NSStagedMigrationBackwardMigrationError: Int { 134_506 }
