import Testing

@testable import CoreData

/// Tests of error codes, user info keys and messages.
@Suite("Errors")
struct ErrorTests {
  @Test("Codes have Apple's numbers")
  func codes() {
    let codes = [
      (NSManagedObjectValidationError, 1550), (NSManagedObjectConstraintValidationError, 1551),
      (NSValidationMultipleErrorsError, 1560),
      (NSValidationMissingMandatoryPropertyError, 1570),
      (NSValidationRelationshipLacksMinimumCountError, 1580),
      (NSValidationRelationshipExceedsMaximumCountError, 1590),
      (NSValidationRelationshipDeniedDeleteError, 1600),
      (NSValidationNumberTooLargeError, 1610), (NSValidationNumberTooSmallError, 1620),
      (NSValidationDateTooLateError, 1630), (NSValidationDateTooSoonError, 1640),
      (NSValidationInvalidDateError, 1650), (NSValidationStringTooLongError, 1660),
      (NSValidationStringTooShortError, 1670), (NSValidationStringPatternMatchingError, 1680),
      (NSValidationInvalidURIError, 1690), (NSManagedObjectContextLockingError, 132_000),
      (NSPersistentStoreCoordinatorLockingError, 132_010),
      (NSManagedObjectReferentialIntegrityError, 133_000),
      (NSManagedObjectExternalRelationshipError, 133_010),
      (NSManagedObjectMergeError, 133_020), (NSManagedObjectConstraintMergeError, 133_021),
      (NSPersistentStoreInvalidTypeError, 134_000),
      (NSPersistentStoreTypeMismatchError, 134_010),
      (NSPersistentStoreIncompatibleSchemaError, 134_020),
      (NSPersistentStoreSaveError, 134_030), (NSPersistentStoreIncompleteSaveError, 134_040),
      (NSPersistentStoreSaveConflictsError, 134_050), (NSCoreDataError, 134_060),
      (NSPersistentStoreOperationError, 134_070), (NSPersistentStoreOpenError, 134_080),
      (NSPersistentStoreTimeoutError, 134_090),
      (NSPersistentStoreUnsupportedRequestTypeError, 134_091),
      (NSPersistentStoreIncompatibleVersionHashError, 134_100), (NSMigrationError, 134_110),
      (NSMigrationConstraintViolationError, 134_111), (NSMigrationCancelledError, 134_120),
      (NSMigrationMissingSourceModelError, 134_130),
      (NSMigrationMissingMappingModelError, 134_140),
      (NSMigrationManagerSourceStoreError, 134_150),
      (NSMigrationManagerDestinationStoreError, 134_160),
      (NSEntityMigrationPolicyError, 134_170), (NSSQLiteError, 134_180),
      (NSInferredMappingModelError, 134_190), (NSExternalRecordImportError, 134_200),
      (NSPersistentHistoryTokenExpiredError, 134_301),
      (NSManagedObjectModelReferenceNotFoundError, 134_504),
      (NSStagedMigrationFrameworkVersionMismatchError, 134_505),
      (NSStagedMigrationBackwardMigrationError, 134_506),
    ]
    for (code, number) in codes { #expect(code == number) }
  }

  @Test("Errors are caught by the codes of CocoaError")
  func catching() {
    func save() throws {
      throw NSError.coreData(NSManagedObjectMergeError)
    }
    do {
      try save()
      Issue.record("nothing was thrown")
    } catch CocoaError.managedObjectMerge {
    } catch {
      Issue.record("\(error)")
    }
    #expect(throws: CocoaError.self) { try save() }
  }

  @Test("An error names the value and the rule that it breaks")
  func details() throws {
    let predicate = NSPredicate(format: "SELF <= 5")
    let object = NSObject()
    let error = NSError.coreData(
      NSValidationNumberTooLargeError,
      [
        NSValidationKeyErrorKey: "rating", NSValidationValueErrorKey: 6,
        NSValidationPredicateErrorKey: predicate, NSValidationObjectErrorKey: object,
        NSAffectedObjectsErrorKey: [object], NSAffectedStoresErrorKey: [object],
      ]
    )
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.localizedDescription == "rating is too large.")
    let cocoa = try #require(error as any Error as? CocoaError)
    #expect(cocoa.code == .validationNumberTooLarge)
    #expect(cocoa.validationKey == "rating")
    #expect(cocoa.validationValue as? Int == 6)
    #expect(cocoa.validationPredicate == predicate)
    #expect(cocoa.validationObject as? NSObject === object)
    #expect(cocoa.affectedObjects?.first === object)
    #expect(cocoa.affectedStores?.first === object)
  }

  @Test(
    "Descriptions in English",
    arguments: [
      (1560, nil, "Multiple validation errors occurred."),
      (1570, "name", "name is a required value."),
      (1660, "name", "name is too long."),
      (1660, nil, "The operation couldn’t be completed. (Cocoa error 1660.)"),
      (133_020, nil, "Could not merge changes."),
      (134_060, nil, "A Core Data error occurred."),
      (134_080, nil, "The operation couldn’t be completed. (Cocoa error 134080.)"),
    ]
  )
  func descriptions(code: Int, property: String?, text: String) {
    var userInfo: [String: Any] = [:]
    userInfo[NSValidationKeyErrorKey] = property
    #expect(NSError.coreData(code, userInfo).localizedDescription == text)
  }

  @Test("A description that is given stays")
  func givenDescription() {
    let error = NSError.coreData(1570, [NSLocalizedDescriptionKey: "Give it a name!"])
    #expect(error.localizedDescription == "Give it a name!")
  }
}
