// CoreData: Apple's Core Data for platforms that have none.
//
// The public interface is Apple's, one symbol in one file named for it, in folders by role:
//
//   Model/           what entities there are      NSManagedObjectModel, NSEntityDescription, …
//   Object/          an object and its values     NSManagedObject, NSManagedObjectID, rows
//   Context/         objects that change together NSManagedObjectContext, NSMergePolicy, …
//   Coordinator/     stores that are open         NSPersistentStoreCoordinator, NSPersistentContainer
//   Requests/        questions and orders         NSFetchRequest, NSBatchDeleteRequest, …
//   Batches/         changes without objects      how batch requests are executed
//   History/         what was saved by whom       NSPersistentHistoryTransaction, tokens and changes
//   Migration/       from version to version      NSMappingModel, NSMigrationManager, NSMigrationStage, …
//   Predicates/      conditions and orders        NSPredicate(format:), NSExpression, NSSortDescriptor(key:)
//   Stores/          where objects are kept       NSPersistentStore, NSAtomicStore, NSIncrementalStore, …
//   FetchedResults/  lists that follow changes    NSFetchedResultsController
//   KeyValueCoding/  values by key paths          value(forKeyPath:), mutable sets
//   Transformers/    values as data               ValueTransformer and its registered ones
//   Undo/            steps back and forth         UndoManager, and the changes that a context registers
//   Observing/       what operators see           CoreDataLog, CoreDataMetrics
//   Errors/          codes and keys               CocoaError's of Core Data
//
// Besides Apple's interface there is `GeneratedCodeV2` (in Object/GeneratedCode), which is for the code that
// `momgen generate` writes and for nothing else. `ARCHITECTURE.md` describes that contract.
//
// Classes here know each other in circles, as Apple's do. Every algorithm that needs no `NS…` type is in a
// target below. On Apple's platforms this module does not exist: there it is the system's.
