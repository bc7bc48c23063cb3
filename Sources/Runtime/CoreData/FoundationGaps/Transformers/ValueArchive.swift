import Foundation

/// Conversion of objects to keyed archives and back.
enum ValueArchive {
  /// Archives an object; throws if it cannot be archived.
  static func data(of object: Any) throws -> Data {
    // The archiver stops the program at such an object.
    let hidden = HiddenClassObjects()
    guard isArchivable(object, depth: 0, hidden) else {
      throw StoreFailure.error(
        CocoaError.Code.coderInvalidValue.rawValue,
        "A value of type \(type(of: object)) cannot be archived: it does not conform to NSCoding, or it is generic."
      )
    }
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.delegate = hidden
    archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }

  /// Returns the object in an archive, of one of some classes if they are given.
  static func object(in data: Data, classes: [AnyClass]?) throws -> Any {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    defer { unarchiver.finishDecoding() }
    let hidden = HiddenClassObjects(allowed: classes)
    unarchiver.delegate = hidden
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.requiresSecureCoding = classes != nil
    let key = NSKeyedArchiveRootObjectKey
    let object: Any? =
      if let classes {
        unarchiver.decodeObject(of: classes + [HiddenClassObject.self], forKey: key)
      } else {
        unarchiver.decodeObject(forKey: key)
      }
    if let error = unarchiver.error { throw error }
    guard let object else {
      throw CocoaError(.coderValueNotFound, userInfo: ["reason": "The archive has no object."])
    }
    return object
  }

  /// Whether a value can be archived; records objects of hidden classes in it.
  private static func isArchivable(_ value: Any, depth: Int, _ hidden: HiddenClassObjects) -> Bool {
    guard depth < 200 else { return false }
    let isSound = { (member: Any) in isArchivable(member, depth: depth + 1, hidden) }
    switch value {
    case is String, is NSNumber, is Date, is Data, is URL, is UUID: return true
    case let set as NSOrderedSet: return set.array.allSatisfy(isSound)
    case let set as NSSet: return set.allObjects.allSatisfy(isSound)
    case let array as [Any]: return array.allSatisfy(isSound)
    case let dictionary as [AnyHashable: Any]:
      return dictionary.allSatisfy { isSound($0.key.base) && isSound($0.value) }
    default:
      let object = value as AnyObject
      guard let coding = object as? any NSCoding else { return false }
      let name = ClassName(type(of: object))
      if name.isTopLevel { return true }
      guard HiddenClassObject.canName(name.path) else { return false }
      hidden.add(coding)
      return true
    }
  }
}
