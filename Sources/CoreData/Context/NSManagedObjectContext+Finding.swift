import Foundation

extension NSManagedObjectContext {
  /// The object with an ID: a fault if it does not exist yet, whether or not there is such an object.
  public final func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    let reference = reference(of: objectID)
    if let object = identity[reference] { return object }
    return makeFault(reference, of: objectID.entity.shape)
  }
}
