import Foundation

extension NSEntityDescription {
  /// Returns the entity with a name in the model of a context.
  public class func entity(
    forEntityName entityName: String,
    in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.rootCoordinator?.shapes.first { $0.name == entityName }?.entity
  }

  /// Creates an object of the entity with a name, and inserts it into a context.
  ///
  /// The object is of the class that the model names, or of `NSManagedObject` if the program has no such class. An
  /// unknown or abstract entity stops the program.
  ///
  /// ```swift
  /// let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
  /// player.setValue("Alvarez", forKey: "lastName")
  /// ```
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

  /// Creates an object of the entity's class, and inserts it into a context if one is given.
  ///
  /// On Apple's platforms `NSManagedObject(entity:insertInto:)` does the same; here its result is of the class that
  /// it is called on.
  public final func newObject(insertInto context: NSManagedObjectContext?) -> NSManagedObject {
    shape.binding.objectClass.makeObject(self, context)
  }
}
