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
  ///   - modelURL: The model: a compiled `.momd`, or an `.xcdatamodeld` as it is.
  ///   - storeURL: The file of the store, which is made when it is first opened.
  package init(modelURL: URL, storeURL: URL) {
    self.modelURL = modelURL
    self.storeURL = storeURL
  }

  // What cannot be made is tried again when it is asked for the next time: hence no `lazy`, which cannot throw.
  private var madeModel: NSManagedObjectModel?
  private var madeCoordinator: NSPersistentStoreCoordinator?
  private var madeContext: NSManagedObjectContext?

  /// The model: which entities there are.
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

  /// The context for the main queue: what the app reads and changes its objects in.
  package var context: NSManagedObjectContext {
    get throws {
      if let madeContext { return madeContext }
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = try coordinator
      madeContext = context
      return context
    }
  }

  /// Saves what was changed; an app calls it when it is about to end, too.
  ///
  /// - Throws: Why nothing was saved; the changes are still in the context.
  package func saveContext() throws {
    // A stack that has not been used has nothing to save.
    guard let madeContext, madeContext.hasChanges else { return }
    try madeContext.save()
  }
}
