import Foundation

/// Turns a keyed archive into the object in it, and an object into a keyed archive.
///
/// For a transformable attribute it works the other way round: the attribute has the object, the store the
/// archive. Subclasses say which classes the object may have.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The classes that the object in an archive may have, and those of what is inside it.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? ValueArchive.object(in: data, classes: Self.allowedTopLevelClasses)
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? ValueArchive.data(of: $0) }
  }
}

/// The same for objects of all classes.
final class UnarchiveFromData: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? ValueArchive.object(in: $0, classes: nil) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? ValueArchive.data(of: $0) }
  }
}
