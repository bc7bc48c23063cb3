// CoreData: Apple's Core Data for platforms that have none.
//
// The public interface is Apple's, one symbol in one file named for it, in folders by role. A folder knows those of
// the groups before its own; `.ci/knots` prints which folders know each other.
//
//   What knows no managed object
//   Errors/          codes and keys               CocoaError's of Core Data
//   Failures/        reasons of errors            what stores and migrations say
//   Observing/       what operators see           CoreDataLog, CoreDataMetrics
//   Concurrency/     queues that wait for others  the frames of a thread's work
//   FoundationGaps/  what is Foundation's on Apple's platforms:
//     Predicates/      conditions and orders        NSPredicate(format:), NSExpression, NSSortDescriptor(key:)
//     KeyValueCoding/  values by key paths          value(forKeyPath:), mutable sets, NSKeyValueObservation
//     Transformers/    values as data               ValueTransformer and its registered ones
//     Undo/            steps back and forth         UndoManager
//     Classes/         the classes of the program   names that models know
//     SwiftABI/        what Swift has no words for  class metadata, type records
//
//   The classes that know each other by Core Data's interface
//   Model/           what entities there are      NSManagedObjectModel, NSEntityDescription, …
//   Object/          an object and its values     NSManagedObject, NSManagedObjectID; GeneratedCode, Relationships
//   Context/         objects that change together NSManagedObjectContext, NSMergePolicy, …
//   Coordinator/     stores that are open         NSPersistentStoreCoordinator
//   Requests/        questions and orders         NSFetchRequest, NSPersistentStoreRequest, …
//   Stores/          where objects are kept       NSPersistentStore, StoreAdapter, stores in memory
//
//   What is built on them
//   Model/Conversion        models in files and as values
//   Object/Validation       the rules that objects must fulfil
//   Requests/…              fetching, dictionaries, asynchronous requests
//   Context/…               saving, merging, undoing, children
//   Stores/…                files, SQLite, PostgreSQL, and the classes for stores of programs
//   Batches/, History/      changes without objects, and what was saved by whom
//   Migration/              from version to version: NSMappingModel, NSMigrationManager, NSMigrationStage, …
//   Coordinator/…           opening and moving stores, executing requests, NSPersistentContainer
//   FetchedResults/         lists that follow changes: NSFetchedResultsController
//
// Besides Apple's interface there is `GeneratedCodeV2` (in Object/GeneratedCode), which is for the code that
// `momgen generate` writes and for nothing else. `ARCHITECTURE.md` describes that contract.
//
// Every algorithm that needs no `NS…` type is in a target below. On Apple's platforms this module does not exist:
// there it is the system's.
