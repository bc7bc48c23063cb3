import CoreData
import EveryStore
import Foundation

// A model in code without generated classes: books on shelves.
enum Shelves {
  static func makeModel() -> NSManagedObjectModel {
    let book = PlainModel.entity(
      "Book",
      ["title": .string, "genre": .string, "rank": .integer32, "isLent": .boolean]
    )
    let novel = PlainModel.entity("Novel", ["plot": .string])
    let shelf = PlainModel.entity("Shelf", ["name": .string])
    book.subentities = [novel]
    PlainModel.relate(shelf, "books", book, "shelf")
    let model = NSManagedObjectModel()
    model.entities = [book, novel, shelf]
    return model
  }

  static func makeCoordinator() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
    try coordinator.openTestedStore()
    return coordinator
  }

  static func makeContext() throws -> NSManagedObjectContext { try makeCoordinator().makeContext() }

  /// A request for all books, sorted by genre and title by default.
  static func request(
    _ predicate: String? = nil,
    by keys: [String] = ["genre", "title"]
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.sortDescriptors = keys.map { key in
      key.hasPrefix("-")
        ? NSSortDescriptor(key: String(key.dropFirst()), ascending: false)
        : NSSortDescriptor(key: key, ascending: true)
    }
    request.predicate = predicate.map { NSPredicate(format: $0) }
    return request
  }
}

extension NSManagedObjectContext {
  @discardableResult
  func addBook(_ title: String, _ genre: String? = nil, rank: Int = 0) -> NSManagedObject {
    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: self)
    book.setValue(title, forKey: "title")
    book.setValue(genre, forKey: "genre")
    book.setValue(rank, forKey: "rank")
    return book
  }

  /// The book with a title.
  func book(_ title: String) throws -> NSManagedObject {
    let found = try fetch(Shelves.request("title == '\(title)'"))
    guard let book = found.first else { throw CocoaError(.fileNoSuchFile) }
    return book
  }

  /// A controller that has fetched, with its delegate.
  func follow(
    _ request: NSFetchRequest<NSManagedObject> = Shelves.request(),
    sections: String? = nil
  ) throws -> (NSFetchedResultsController<NSManagedObject>, CallRecorder) {
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: self,
      sectionNameKeyPath: sections,
      cacheName: nil
    )
    processPendingChanges()
    let recorder = CallRecorder()
    recorder.controller = controller
    controller.delegate = recorder
    try controller.performFetch()
    return (controller, recorder)
  }
}

extension NSManagedObject {
  var title: String { value(forKey: "title") as? String ?? "" }
}

extension NSFetchedResultsController<NSManagedObject> {
  var titles: [String] { fetchedObjects?.map(\.title) ?? [] }

  /// The sections as `name: title title`.
  var outline: [String] {
    (sections ?? []).map { section in
      let titles = section.objects?.compactMap { ($0 as? NSManagedObject)?.title } ?? []
      return "\(section.name): \(titles.joined(separator: " "))"
    }
  }
}

/// Records the calls of a delegate.
final class CallRecorder: NSObject, NSFetchedResultsControllerDelegate {
  typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

  private(set) var calls: [String] = []

  /// The controller, which does not retain its delegate.
  var controller: NSFetchedResultsController<NSManagedObject>?

  /// The controller's titles in `controllerWillChangeContent`.
  private(set) var titlesBefore: [String] = []

  var onEnd: () -> Void = {}

  /// The events since the last call.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  func controllerWillChangeContent(_ controller: Controller) {
    calls.append("begin")
    titlesBefore = (controller.fetchedObjects ?? []).compactMap { object in
      (object as AnyObject as? NSManagedObject)?.title
    }
  }

  func controller(
    _ controller: Controller,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    calls.append("section \(type) \(sectionInfo.name) \(sectionIndex)")
  }

  func controller(
    _ controller: Controller,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    let title = (anObject as? NSManagedObject)?.title ?? "?"
    func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "nil" }
    calls.append("\(type) \(title) \(text(indexPath)) \(text(newIndexPath))")
  }

  func controllerDidChangeContent(_ controller: Controller) {
    calls.append("end")
    onEnd()
  }
}
