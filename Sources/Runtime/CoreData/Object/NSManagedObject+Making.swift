/// Makes objects of a class that is known at run time only; see `make_object.S`.
public protocol ManagedObjectMaking {}

extension NSManagedObject: ManagedObjectMaking {
  @_silgen_name("coredata_make_object")
  class func makeObject(
    _ entity: __shared NSEntityDescription,
    _ context: __shared NSManagedObjectContext?
  ) -> NSManagedObject
}

// Initialisers of classes cannot be called on a metatype unless they are `required`, which subclasses would
// have to repeat. Those of a protocol can.
extension ManagedObjectMaking where Self: NSManagedObject {
  /// Makes an object of the entity that the class stands for, and inserts it into a context.
  @_disfavoredOverload public init(context: NSManagedObjectContext) {
    self.init(entity: Self.entityOfNewObject(in: context), insertInto: context)
  }

  /// Makes an object of an entity, and inserts it into a context if one is given.
  @_disfavoredOverload public init(
    entity: NSEntityDescription,
    insertInto context: NSManagedObjectContext?
  ) {
    let object = Self.makeObject(entity, context)
    guard let object = object as? Self else {
      preconditionFailure("\(type(of: object)) is not a \(Self.self).")
    }
    self = object
  }
}
