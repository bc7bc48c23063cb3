import Foundation

extension NSError {
  /// Creates an error of Core Data with its description in English.
  ///
  /// - Parameters:
  ///   - code: One of the codes of this module.
  ///   - userInfo: Further details. The name under ``NSValidationKeyErrorKey`` becomes part of the description,
  ///     unless there is one already.
  /// - Returns: The error, in the domain `NSCocoaErrorDomain`.
  static func coreData(_ code: Int, _ userInfo: [String: Any] = [:]) -> NSError {
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      let property = userInfo[NSValidationKeyErrorKey] as? String
      userInfo[NSLocalizedDescriptionKey] = ErrorText.description(of: code, property: property)
    }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
  }
}

/// The descriptions of errors, in English.
enum ErrorText {
  static func description(of code: Int, property: String?) -> String {
    if let property, let predicate = predicates[code] { return "\(property) \(predicate)." }
    return sentences[code] ?? "The operation couldn’t be completed. (Cocoa error \(code).)"
  }

  /// The predicates of the descriptions, whose subject is the invalid property.
  private static let predicates: [Int: String] = [
    NSManagedObjectValidationError: "is not valid",
    NSValidationMissingMandatoryPropertyError: "is a required value",
    NSValidationRelationshipLacksMinimumCountError: "has too few items",
    NSValidationRelationshipExceedsMaximumCountError: "has too many items",
    NSValidationNumberTooLargeError: "is too large",
    NSValidationNumberTooSmallError: "is too small",
    NSValidationDateTooLateError: "is too late",
    NSValidationDateTooSoonError: "is too soon",
    NSValidationInvalidDateError: "is not a valid date",
    NSValidationStringTooLongError: "is too long",
    NSValidationStringTooShortError: "is too short",
    NSValidationStringPatternMatchingError: "is not valid",
    NSValidationInvalidURIError: "is not a valid URI",
  ]

  private static let sentences: [Int: String] = [
    NSValidationMultipleErrorsError: "Multiple validation errors occurred.",
    NSManagedObjectMergeError: "Could not merge changes.",
    NSCoreDataError: "A Core Data error occurred.",
    NSPersistentStoreIncompatibleVersionHashError:
      "The managed object model version used to open the persistent store is incompatible with "
      + "the one that was used to create the persistent store.",
    NSMigrationError: "An error occurred during persistent store migration.",
    NSMigrationMissingSourceModelError:
      "Persistent store migration failed, missing source managed object model.",
    NSMigrationMissingMappingModelError:
      "Persistent store migration failed, missing mapping model.",
    NSInferredMappingModelError: "An error occurred during persistent store migration.",
  ]
}
