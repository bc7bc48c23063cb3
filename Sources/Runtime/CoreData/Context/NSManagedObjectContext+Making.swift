/// Makes contexts of a class that is known at run time only; see `make_object.S`.
public protocol ManagedObjectContextMaking {}

extension NSManagedObjectContext: ManagedObjectContextMaking {
  @_silgen_name("coredata_make_context")
  class func makeContext(_ kind: NSManagedObjectContextConcurrencyType) -> NSManagedObjectContext
}

// See `ManagedObjectMaking`.
extension ManagedObjectContextMaking where Self: NSManagedObjectContext {
  /// Makes a context whose work is done on a queue of the given kind.
  @_disfavoredOverload public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    let context = Self.makeContext(concurrencyType)
    guard let context = context as? Self else {
      preconditionFailure("\(type(of: context)) is not a \(Self.self).")
    }
    self = context
  }
}
