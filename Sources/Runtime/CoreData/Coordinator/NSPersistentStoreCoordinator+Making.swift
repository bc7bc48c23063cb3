/// Makes coordinators of a class that is known at run time only; see `make_object.S`.
public protocol PersistentStoreCoordinatorMaking {}

extension NSPersistentStoreCoordinator: PersistentStoreCoordinatorMaking {
  @_silgen_name("coredata_make_coordinator")
  class func makeCoordinator(_ model: __owned NSManagedObjectModel) -> NSPersistentStoreCoordinator
}

// See `ManagedObjectMaking`.
extension PersistentStoreCoordinatorMaking where Self: NSPersistentStoreCoordinator {
  /// Makes a coordinator without stores.
  @_disfavoredOverload public init(managedObjectModel model: NSManagedObjectModel) {
    let coordinator = Self.makeCoordinator(model)
    guard let coordinator = coordinator as? Self else {
      preconditionFailure("\(type(of: coordinator)) is not a \(Self.self).")
    }
    self = coordinator
  }
}
