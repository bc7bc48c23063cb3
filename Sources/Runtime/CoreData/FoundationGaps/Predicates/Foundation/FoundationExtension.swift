public import Foundation

/// The protocol behind this module's additions to Foundation's classes; it is not for conforming to.
///
/// Foundation declares `NSPredicate(format:)` and its like as unavailable on this platform. An initialiser
/// in an extension of a protocol takes their place, because a call prefers what is available; and unlike
/// one in an extension of the class it may return an object of a subclass. Methods that stand here rather
/// than in the class can be declared once more, and differently, by subclasses such as `NSManagedObject`.
public protocol _FoundationExtension {}

extension NSObject: _FoundationExtension {}

/// The object as the type that an initialiser was called on.
///
/// - Parameter object: What the initialiser makes.
/// - Returns: The same object. Called on a subclass that a program has made of a class of Foundation's,
///   this stops with an explanation: such initialisers make objects of classes of their own.
func initialised<Result: NSObject>(_ object: NSObject) -> Result {
  guard let result = object as? Result else {
    preconditionFailure("\(Result.self), a subclass, cannot be initialised like this")
  }
  return result
}
