import Foundation

/// Objects as keyed archives.
enum ValueArchive {
  /// The archive of an object; it throws for one that cannot be archived.
  static func data(of object: Any) throws -> Data {
    // The archiver stops the program when it meets such an object.
    guard isArchivable(object, depth: 0) else {
      throw StoreFailure.error(
        CocoaError.Code.coderInvalidValue.rawValue,
        "A value of type \(type(of: object)) cannot be archived: it does not conform to NSCoding, or its class "
          + "is inside another type or private to a file, so that Foundation has no name for it."
      )
    }
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
  }

  /// The object in an archive, of one of some classes if they are given.
  static func object(in data: Data, classes: [AnyClass]?) throws -> Any {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    defer { unarchiver.finishDecoding() }
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.requiresSecureCoding = classes != nil
    let key = NSKeyedArchiveRootObjectKey
    let object: Any? =
      if let classes {
        unarchiver.decodeObject(of: classes, forKey: key)
      } else {
        unarchiver.decodeObject(forKey: key)
      }
    if let error = unarchiver.error { throw error }
    guard let object else {
      throw CocoaError(.coderValueNotFound, userInfo: ["reason": "The archive has no object."])
    }
    return object
  }

  private static func isArchivable(_ value: Any, depth: Int) -> Bool {
    guard depth < 200 else { return false }
    switch value {
    case is String, is NSNumber, is Date, is Data, is URL, is UUID: return true
    case let set as NSOrderedSet: return set.array.allSatisfy { isArchivable($0, depth: depth + 1) }
    case let set as NSSet: return set.allObjects.allSatisfy { isArchivable($0, depth: depth + 1) }
    case let array as [Any]: return array.allSatisfy { isArchivable($0, depth: depth + 1) }
    case let dictionary as [AnyHashable: Any]:
      return dictionary.allSatisfy {
        isArchivable($0.key.base, depth: depth + 1) && isArchivable($0.value, depth: depth + 1)
      }
    default:
      let object = value as AnyObject
      return object is any NSCoding && ClassName(type(of: object)).isTopLevel
    }
  }
}
