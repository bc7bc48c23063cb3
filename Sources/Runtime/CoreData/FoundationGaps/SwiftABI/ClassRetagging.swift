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
@inline(never)
@_optimize(none)
func retag<Retagged: NSObject>(_ object: NSObject, as type: Retagged.Type) -> Retagged {
  precondition(
    ClassMetadata(Swift.type(of: object)).instanceSize == ClassMetadata(type).instanceSize,
    "this version of Foundation has another layout of \(type)"
  )
  let address = Unmanaged.passRetained(object).toOpaque()
  // The first word of an object is the address of its class, and objects of both classes have the same size.
  address.storeBytes(of: ClassMetadata.address(of: type), as: UnsafeRawPointer.self)
  return Unmanaged<Retagged>.fromOpaque(address).takeRetainedValue()
}
