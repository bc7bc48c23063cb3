public import Foundation

/// The protocol behind this module's additions to Foundation's classes; do not conform to it.
///
/// Foundation declares `NSPredicate(format:)` and similar as unavailable on this platform. An initializer in an
/// extension of a protocol replaces them, because overload resolution prefers what is available; and unlike one in an
/// extension of the class it may return an object of a subclass. Subclasses such as `NSManagedObject` can redeclare
/// such methods, with other types, which they could not if the class had them.
public protocol _FoundationExtension {}

extension NSObject: _FoundationExtension {}

/// Returns the object as the type that an initializer was called on.
///
/// - Parameter object: The object that the initializer has created.
/// - Returns: The same object. If the initializer was called on a program's subclass of a Foundation class, this
///   stops with an explanation: such initializers create objects of their own classes.
func initialised<Result: NSObject>(_ object: NSObject) -> Result {
  guard let result = object as? Result else {
    preconditionFailure("the subclass \(Result.self) cannot be created by this initializer")
  }
  return result
}
