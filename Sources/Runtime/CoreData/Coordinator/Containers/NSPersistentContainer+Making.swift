/// Creates containers of a class that is known at run time only; see `make_object.S`.
public protocol PersistentContainerMaking {}

extension NSPersistentContainer: PersistentContainerMaking {
  @_silgen_name("coredata_make_container")
  class func makeContainer(
    _ name: __owned String,
    _ model: __owned NSManagedObjectModel
  ) -> NSPersistentContainer
}

// See `ManagedObjectMaking`.
extension PersistentContainerMaking where Self: NSPersistentContainer {
  /// Creates a container of a model.
  @_disfavoredOverload public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    let container = Self.makeContainer(name, model)
    guard let container = container as? Self else {
      preconditionFailure("\(type(of: container)) is not a \(Self.self).")
    }
    self = container
  }

  /// Creates a container of the model with the same name, which is searched for in the bundles of the program.
  @_disfavoredOverload public init(name: String) {
    self.init(name: name, managedObjectModel: ContainerModel(name: name).model)
  }
}
