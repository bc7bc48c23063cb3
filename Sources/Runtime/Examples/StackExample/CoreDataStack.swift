import CoreData
import Foundation

/// The Core Data stack written out by hand: model, coordinator, context.
///
/// `NSPersistentContainer` does the same in a line. This is what it does: a context saves to a coordinator,
/// which has stores, and knows from the model what is in them. Each part is made when it is first needed.
///
///     let stack = CoreDataStack(modelURL: modelURL, storeURL: storeURL)
///     let context = try stack.context
///     …
///     try stack.saveContext()
package final class CoreDataStack {
  private let modelURL: URL
  private let storeURL: URL

  /// - Parameters:
  ///   - modelURL: The model: a compiled `.momd`, or an `.xcdatamodeld`.
  ///   - storeURL: The file of the store, which is created when it is first opened.
  package init(modelURL: URL, storeURL: URL) {
    self.modelURL = modelURL
    self.storeURL = storeURL
  }

  // A part that cannot be created is tried again at the next access: hence no `lazy`, which cannot throw.
  private var madeModel: NSManagedObjectModel?
  private var madeCoordinator: NSPersistentStoreCoordinator?
  private var madeContext: NSManagedObjectContext?

  /// The model with the entities.
  package var model: NSManagedObjectModel {
    get throws {
      if let madeModel { return madeModel }
      guard let model = NSManagedObjectModel(contentsOf: modelURL) else {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: modelURL.path])
      }
      madeModel = model
      return model
    }
  }

  /// The coordinator, with the store opened.
  package var coordinator: NSPersistentStoreCoordinator {
    get throws {
      if let madeCoordinator { return madeCoordinator }
      let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        type: .sqlite,
        at: storeURL,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ]
      )
      madeCoordinator = coordinator
      return coordinator
    }
  }

  /// The context for the main queue, in which the app reads and changes its objects.
  package var context: NSManagedObjectContext {
    get throws {
      if let madeContext { return madeContext }
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = try coordinator
      madeContext = context
      return context
    }
  }

  /// Saves the changes; an app also calls it before it ends.
  ///
  /// - Throws: The reason why nothing was saved; the changes remain in the context.
  package func saveContext() throws {
    // A stack that has not been used has nothing to save.
    guard let madeContext, madeContext.hasChanges else { return }
    try madeContext.save()
  }
}
