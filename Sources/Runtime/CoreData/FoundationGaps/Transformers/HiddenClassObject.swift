import Foundation

/// An object in an archive whose class is nested in a type or private to a file, so that Foundation has no name for
/// it.
///
/// The archive has the name of this class instead, and the full name of the other one beside the object's own values.
/// Apple's archives have the mangled name of such a class, and cannot be exchanged with these.
final class HiddenClassObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private static let pathKey = "$OpenCoreDataClass"

  let object: any NSCoding

  init(_ object: any NSCoding) {
    self.object = object
  }

  func encode(with coder: NSCoder) {
    coder.encode(ClassName(type(of: object as AnyObject)).path as NSString, forKey: Self.pathKey)
    object.encode(with: coder)
  }

  init?(coder: NSCoder) {
    let delegate = (coder as? NSKeyedUnarchiver)?.delegate as? HiddenClassObjects
    guard let path = coder.decodeObject(of: NSString.self, forKey: Self.pathKey) as String?,
      let type = Self.classes[path] as? any NSCoding.Type, delegate?.allows(type) == true,
      let object = type.init(coder: coder)
    else { return nil }
    self.object = object
  }

  /// Whether the class with a name can be found when an archive is read: it must not be generic.
  static func canName(_ path: String) -> Bool { classes[path] != nil }

  /// The classes that can be archived, by their names with those of the module and the enclosing types.
  ///
  /// Not as types of `NSCoding`, which Swift does not consider `Sendable`.
  private static let classes = Dictionary(
    TypeRecords.classes().filter { $0.type is any NSCoding.Type }.map { ($0.path, $0.type) },
    uniquingKeysWith: { first, _ in first }
  )
}

/// Replaces objects of hidden classes in archives, and restores them.
final class HiddenClassObjects: NSObject, NSKeyedArchiverDelegate, NSKeyedUnarchiverDelegate {
  /// The objects that were found in an archived value: itself, or in its collections.
  private var found: [ObjectIdentifier: HiddenClassObject] = [:]

  /// The classes that are allowed in an archive that is read; nil for any.
  private let allowed: [AnyClass]?

  init(allowed: [AnyClass]? = nil) {
    self.allowed = allowed
  }

  func add(_ object: any NSCoding) {
    found[ObjectIdentifier(object as AnyObject)] = HiddenClassObject(object)
  }

  func allows(_ type: any NSCoding.Type) -> Bool {
    guard let allowed else { return true }
    guard let type = type as? NSObject.Type, type is any NSSecureCoding.Type else { return false }
    return allowed.contains { type.isSubclass(of: $0) }
  }

  func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
    guard type(of: object) is AnyClass else { return object }
    return found[ObjectIdentifier(object as AnyObject)] ?? object
  }

  func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
    (object as? HiddenClassObject)?.object ?? object
  }

  // Methods that the conformances require.

  func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}

  func archiver(
    _ archiver: NSKeyedArchiver,
    willReplace object: Any?,
    withObject newObject: Any?
  ) {}

  func archiverWillFinish(_ archiver: NSKeyedArchiver) {}

  func archiverDidFinish(_ archiver: NSKeyedArchiver) {}

  func unarchiver(
    _ unarchiver: NSKeyedUnarchiver,
    cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass? {
    nil
  }

  func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}

  func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}

  func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
}

extension NSObject {
  /// Whether the class equals another one or inherits from it.
  fileprivate static func isSubclass(of other: AnyClass) -> Bool {
    var next: AnyClass? = self
    while let type = next {
      if type == other { return true }
      next = type == NSObject.self ? nil : _getSuperclass(type)
    }
    return false
  }
}
