import Foundation

/// A transformer from a keyed archive to the object in it, and back.
///
/// Transformable attributes use it in reverse: the attribute has the object, the store the archive. Subclasses define
/// the allowed classes of the object.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The allowed classes of the object in an archive, and of the objects that it contains.
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

/// The transformer for objects of all classes.
final class UnarchiveFromData: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? ValueArchive.object(in: $0, classes: nil) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? ValueArchive.data(of: $0) }
  }
}
