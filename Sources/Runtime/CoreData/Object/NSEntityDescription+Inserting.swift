import Foundation

extension NSEntityDescription {
  /// The entity with a name in the model of a context.
  public class func entity(
    forEntityName entityName: String,
    in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.rootCoordinator?.shapes.first { $0.name == entityName }?.entity
  }

  /// Makes an object of the entity with a name, and inserts it into a context.
  @discardableResult
  public class func insertNewObject(
    forEntityName entityName: String,
    into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      preconditionFailure(
        "+entityForName: could not locate an entity named '\(entityName)' in this model."
      )
    }
    precondition(
      !entity.isAbstract,
      "Cannot create an object of the abstract entity '\(entityName)'."
    )
    return entity.newObject(insertInto: context)
  }

  /// Makes an object of the class of the entity, and inserts it into a context if one is given.
  ///
  /// On Apple's platforms that is what `NSManagedObject(entity:insertInto:)` makes; here its result
  /// is of the class that is named.
  public final func newObject(insertInto context: NSManagedObjectContext?) -> NSManagedObject {
    shape.binding.objectClass.makeObject(self, context)
  }
}
