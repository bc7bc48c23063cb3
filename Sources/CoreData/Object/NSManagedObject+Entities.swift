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
    ModelsInUse.entity(for: self, in: context.rootCoordinator?.managedObjectModel) ?? entity()
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// A request for the objects of the entity for which the class stands.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}
