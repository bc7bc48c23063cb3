import Foundation

extension NSManagedObject {
  /// The entity for which the class stands, in the model that was taken into use last.
  ///
  /// If there is none, an entity without a name: programs look at the name to find out.
  final class func entityInUse() -> NSEntityDescription {
    if let entity = ModelsInUse.entity(for: self, in: nil) { return entity }
    report(
      "Failed to find a unique match for an NSEntityDescription to the managed object subclass "
        + "'\(self)': no entity of the models in use claims it, or several of one model do."
    )
    return NSEntityDescription()
  }

  private class func report(_ message: String) {
    CoreDataLog.sendPlainly(.error, .object, message, ["class": .text("\(self)")])
  }

  /// The entity of an object that is made without an entity and without a context; perhaps one without a name.
  final class func entityOfObjectWithoutContext() -> NSEntityDescription {
    let entity = entity()
    if entity.name == nil {
      report("Failed to call designated initializer on NSManagedObject class '\(self)'")
    }
    return entity
  }

  /// The entity for which the class stands, in the model of a context if one is given.
  final class func entityOfNewObject(in context: NSManagedObjectContext?) -> NSEntityDescription {
    if let last = context?.lastMade, last.type == ObjectIdentifier(self) { return last.entity }
    if let context, let model = context.rootCoordinator?.managedObjectModel,
      let entity = ModelsInUse.entity(for: self, in: model)
    {
      if context.coordinator != nil { context.lastMade = (ObjectIdentifier(self), entity) }
      return entity
    }
    let entity = entity()
    precondition(
      entity.name != nil,
      "An NSManagedObject of class '\(self)' must have a valid NSEntityDescription."
    )
    return entity
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// A request for the objects of the entity for which the class stands.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}
