import Foundation

/// Makes an object one of another class, whose initialisers cannot be called.
///
/// All initialisers of `NSExpression` and `NSComparisonPredicate` are unavailable, so a subclass has none
/// to call either. But a subclass that adds one stored property has the same layout as a class that adds
/// the same property to the superclass of those two, of which there are instances: such an instance,
/// fully initialised, is given the other class.
///
/// - Parameters:
///   - object: An instance without other owners, of a class with the layout of `type`.
///   - type: What the object becomes.
/// - Returns: The object.
@inline(never)
@_optimize(none)
func retag<Retagged: NSObject>(_ object: NSObject, as type: Retagged.Type) -> Retagged {
  precondition(
    ClassMetadata(Swift.type(of: object)).instanceSize == ClassMetadata(type).instanceSize,
    "this version of Foundation lays out \(type) in another way"
  )
  let address = Unmanaged.passRetained(object).toOpaque()
  // The first word of an object is the address of its class, and both classes have objects of one size.
  address.storeBytes(of: ClassMetadata.address(of: type), as: UnsafeRawPointer.self)
  return Unmanaged<Retagged>.fromOpaque(address).takeRetainedValue()
}
