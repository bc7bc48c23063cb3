import Foundation

extension NSManagedObject {
  /// The entity for which the class stands, in the model that was taken into use last.
  final class func entityInUse() -> NSEntityDescription {
    guard let entity = ModelsInUse.entity(for: self, in: nil) else {
      preconditionFailure(
        "Failed to find a unique match for an NSEntityDescription to the managed object subclass "
          + "'\(self)': no entity of the models in use claims it, or several of one model do."
      )
    }
    return entity
  }

  /// The entity for which the class stands, in the model of a context.
  final class func entity(in context: NSManagedObjectContext) -> NSEntityDescription {
    if let last = context.lastMade, last.type == ObjectIdentifier(self) { return last.entity }
    guard let model = context.rootCoordinator?.managedObjectModel,
      let entity = ModelsInUse.entity(for: self, in: model)
    else { return entity() }
    if context.coordinator != nil { context.lastMade = (ObjectIdentifier(self), entity) }
    return entity
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// A request for the objects of the entity for which the class stands.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}
