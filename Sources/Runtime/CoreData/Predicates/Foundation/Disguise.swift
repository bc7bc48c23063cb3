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
func disguise<Disguised: NSObject>(_ object: NSObject, as type: Disguised.Type) -> Disguised {
  precondition(
    instanceSize(Swift.type(of: object)) == instanceSize(type),
    "this version of Foundation lays out \(type) in another way"
  )
  let address = Unmanaged.passRetained(object).toOpaque()
  // The first word of an object is the address of its class, and both classes have objects of one size.
  address.storeBytes(of: unsafeBitCast(type, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
  return Unmanaged<Disguised>.fromOpaque(address).takeRetainedValue()
}

/// The number of bytes that an instance takes.
///
/// A class's metadata hold: kind, superclass, flags, address point (4 bytes), instance size (4 bytes).
/// That is the stable part of the layout where there is no Objective-C.
func instanceSize(_ type: AnyObject.Type) -> UInt32 {
  // A metatype of a class is a pointer to its metadata.
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  let offset = 2 * MemoryLayout<UnsafeRawPointer>.size + 2 * MemoryLayout<UInt32>.size
  return metadata.load(fromByteOffset: offset, as: UInt32.self)
}
