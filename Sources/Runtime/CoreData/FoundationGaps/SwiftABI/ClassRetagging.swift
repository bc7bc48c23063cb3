import CSwiftABI
import Foundation

/// Turns an object into one of another class whose initializers cannot be called.
///
/// All initializers of `NSExpression` and `NSComparisonPredicate` are unavailable, so a subclass cannot call any
/// either. But a subclass that adds one stored property has the same layout as a class that adds the same property to
/// the superclass of those two, which can be instantiated: such an instance, fully initialized, gets the other class.
///
/// - Parameters:
///   - object: An instance without other owners, of a class with the layout of `type`.
///   - type: The new class.
/// - Returns: The object.
func retag<Retagged: NSObject>(_ object: NSObject, as type: Retagged.Type) -> Retagged {
  precondition(
    ClassMetadata(Swift.type(of: object)).instanceSize == ClassMetadata(type).instanceSize,
    "this version of Foundation has another layout of \(type)"
  )
  let address = Unmanaged.passRetained(object).toOpaque()
  let changed = change_class(address, ClassMetadata.address(of: type))
  return Unmanaged<Retagged>.fromOpaque(changed).takeRetainedValue()
}
