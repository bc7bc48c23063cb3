// CoreData: Apple's Core Data for platforms that have none.
//
// The public interface is Apple's, one symbol in one file named for it, in folders by role. A folder uses those of
// the groups before its own; `.ci/knots` prints which folders use each other.
//
//   Independent of managed objects
//   Errors/          codes and keys               the CocoaErrors of Core Data
//   Failures/        reasons of errors            for stores and migrations
//   Observing/       logs and metrics             CoreDataLog, CoreDataMetrics
//   Concurrency/     queues that wait for others  the frames of a thread's work
//   FoundationGaps/  parts of Foundation on Apple's platforms:
//     Predicates/      conditions and orders        NSPredicate(format:), NSExpression, NSSortDescriptor(key:)
//     KeyValueCoding/  values by key paths          value(forKeyPath:), mutable sets, NSKeyValueObservation
//     Transformers/    values as data               ValueTransformer and its registered ones
//     Undo/            undo actions                 UndoManager
//     Classes/         the classes of the program   by their names in models
//     SwiftABI/        metadata of the language     class metadata, type records
//
//   The mutually dependent classes of Core Data's interface
//   Model/           entities and properties      NSManagedObjectModel, NSEntityDescription, …
//   Object/          an object and its values     NSManagedObject, NSManagedObjectID; GeneratedCode, Relationships
//   Context/         objects that change together NSManagedObjectContext, NSMergePolicy, …
//   Coordinator/     open stores                  NSPersistentStoreCoordinator
//   Requests/        requests to stores           NSFetchRequest, NSPersistentStoreRequest, …
//   Stores/          persistence                  NSPersistentStore, StoreAdapter, stores in memory
//
//   Built on them
//   Model/Conversion        models in files and as values
//   Object/Validation       the rules for valid objects
//   Requests/…              fetching, dictionaries, asynchronous requests
//   Context/…               saving, merging, undoing, children
//   Stores/…                files, SQLite, PostgreSQL, and the classes for stores of programs
//   Batches/, History/      changes without objects, and the record of saves
//   Migration/              from version to version: NSMappingModel, NSMigrationManager, NSMigrationStage, …
//   Coordinator/…           opening and moving stores, executing requests, NSPersistentContainer
//   FetchedResults/         lists that follow changes: NSFetchedResultsController
//
// Besides Apple's interface there is `GeneratedCodeV2` (in Object/GeneratedCode), only for the code that
// `momgen generate` writes. `ARCHITECTURE.md` describes that contract.
//
// Every algorithm that needs no `NS…` type is in a target below. On Apple's platforms this module does not exist:
// the system has its own.
