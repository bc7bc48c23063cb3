public import Foundation

extension CocoaError {
  /// An object or a value is invalid for a reason without a code of its own.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }

  /// Several properties are invalid; the errors are under ``NSDetailedErrorsKey``.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }

  /// A mandatory property has no value.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }

  /// A relationship has fewer objects than it must have.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }

  /// A relationship has more objects than it may have.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }

  /// An object cannot be deleted while a relationship with the rule Deny has objects.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }

  /// A number is too large.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }

  /// A number is too small.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }

  /// A date is too late.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }

  /// A date is too early.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }

  /// A date is invalid.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }

  /// A text is too long.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }

  /// A text is too short.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }

  /// A text does not match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }

  /// A context could not be locked.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }

  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }

  /// An object refers to one that is not in the store.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }

  /// A relationship leads to an object in another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }

  /// Another context or program changed an object at the same time.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }

  /// An object violates a uniqueness constraint.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }

  /// The type of store is unknown.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }

  /// A store is of another type than it was opened as.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }

  /// The model and the store do not match.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }

  /// Changes could not be saved.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }

  /// Some of the stores could not save their changes.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }

  /// Changes could not be saved because of conflicts.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }

  /// An internal error of Core Data.
  public static var coreData: CocoaError.Code { .coreData }

  /// An operation of a store failed.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }

  /// A store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }

  /// A store could not be reached in time.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }

  /// A store does not support requests of this type.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }

  /// The model does not match the version hashes of the store.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }

  /// A store could not be migrated.
  public static var migration: CocoaError.Code { .migration }

  /// A migration was canceled.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }

  /// The model of a store was not found.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }

  /// There is no mapping from the model of a store to the current one.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }

  /// The source store of a migration cannot be used.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }

  /// The destination store of a migration cannot be used.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .migrationManagerDestinationStore
  }

  /// A policy of a migration failed.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }

  /// SQLite reported an error; its code is under ``NSSQLiteErrorDomain``.
  public static var sqlite: CocoaError.Code { .sqlite }

  /// No mapping between two models could be inferred.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }

  /// External records could not be imported.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}
