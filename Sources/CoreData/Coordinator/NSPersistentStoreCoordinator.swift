import Foundation

/// Stores that are open, and the model of what is in them.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  /// The model of what the stores hold.
  public final let managedObjectModel: NSManagedObjectModel

  /// The shapes of the model's entities by their numbers, less one.
  private let shapes: [EntityShape]

  /// Makes a coordinator without stores.
  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    model.lock()
    shapes = model.storedEntities.map(\.shape).sorted { $0.number < $1.number }
    super.init()
    ModelsInUse.add(model)
  }

  final func objectID(for reference: Reference) -> NSManagedObjectID? { nil }
  final func reference(of id: NSManagedObjectID) -> Reference { id.reference }

  /// The entity with a number.
  final func shape(number: Int) -> EntityShape? {
    shapes.indices.contains(number - 1) ? shapes[number - 1] : nil
  }
}
