import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of section caches on disk.
@Suite(.serialized, .everyStore) struct SectionCacheTests {
  /// A unique cache name; the cache is deleted when the value is released.
  private final class CacheName {
    let text = "books \(UUID().uuidString) ../\u{0}" + String(repeating: "é", count: 300)

    deinit { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: text) }
  }

  private func sections(
    _ context: NSManagedObjectContext,
    _ name: CacheName,
    _ request: NSFetchRequest<NSManagedObject> = Shelves.request(),
    by keyPath: String = "genre"
  ) throws -> [String] {
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: keyPath,
      cacheName: name.text
    )
    try controller.performFetch()
    #expect(controller.cacheName == name.text)
    return controller.outline
  }

  private static func fill(_ context: NSManagedObjectContext) throws {
    for (title, genre) in [("a", "x"), ("b", "x"), ("c", "y")] { context.addBook(title, genre) }
    try context.save()
  }

  @Test("F223 Sections are cached for later runs of the same request", .everyDatabase)
  func sectionsAreKept() throws {
    let folder = try StoreFolder()
    let name = CacheName()
    try Self.fill(folder.context(Shelves.makeModel()))
    #expect(try sections(folder.context(Shelves.makeModel()), name) == ["x: a b", "y: c"])
    #expect(try sections(folder.context(Shelves.makeModel()), name) == ["x: a b", "y: c"])
  }

  @Test("F223 Cached sections are not computed from objects")
  func objectsAreNotAsked() throws {
    let model = Shelves.makeModel()
    model.entitiesByName["Book"]?.managedObjectClassName = "CountingBook"
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    let context = coordinator.makeContext()
    try Self.fill(context)
    let name = CacheName()
    func questions(_ request: NSFetchRequest<NSManagedObject>) throws -> Int {
      CountingBook.questions = 0
      #expect(try sections(context, name, request) == ["x: a b", "y: c"])
      return CountingBook.questions
    }
    let first = try questions(Shelves.request())
    let second = try questions(Shelves.request())
    #expect(first - second == 3)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name.text)
    #expect(try questions(Shelves.request()) == first)
    #expect(try questions(Shelves.request()) == second)
    // Another request under the same cache name invalidates the cache.
    #expect(try questions(Shelves.request("rank >= 0")) == first)
  }

  @Test(
    "F223 Later changes are detected",
    .everyDatabase,
    arguments: ["", "saved elsewhere", "not saved"]
  )
  func staleSections(how: String) throws {
    let folder = try StoreFolder()
    let name = CacheName()
    let context = try folder.context(Shelves.makeModel())
    try Self.fill(context)
    #expect(try sections(context, name) == ["x: a b", "y: c"])
    let writer =
      how == "saved elsewhere" ? try folder.context(Shelves.makeModel()) : context
    let b = try #require(try writer.all("Book").first { $0.title == "b" })
    b.setValue("y", forKey: "genre")
    if how != "not saved" { try writer.save() }
    let reader = how == "saved elsewhere" ? try folder.context(Shelves.makeModel()) : context
    #expect(try sections(reader, name) == ["x: a", "y: b c"])
    context.rollback()
    if how == "not saved" { #expect(try sections(context, name) == ["x: a b", "y: c"]) }
  }

  @Test("F223 Sections by objects that are not fetched are computed each time")
  func foreignSections() throws {
    let context = try Shelves.makeContext()
    let shelf = context.add("Shelf", ["name": "low"])
    context.addBook("a").setValue(shelf, forKey: "shelf")
    try context.save()
    let name = CacheName()
    let request = Shelves.request(by: ["shelf.name"])
    #expect(try sections(context, name, request, by: "shelf.name") == ["low: a"])
    shelf.setValue("high", forKey: "name")
    try context.save()
    #expect(try sections(context, name, request, by: "shelf.name") == ["high: a"])
  }

  @Test("F223 A damaged cache file does no harm")
  func brokenFiles() throws {
    let context = try Shelves.makeContext()
    try Self.fill(context)
    let name = CacheName()
    let before = try Self.files()
    #expect(try sections(context, name) == ["x: a b", "y: c"])
    let file = try #require(try Self.files().subtracting(before).first)
    let text = try String(contentsOf: file, encoding: .utf8)
    let forgeries = [
      "", "{", "null", "[1]", text.replacingOccurrences(of: "\"count\":2", with: "\"count\":3"),
      text.replacingOccurrences(of: "\"x\"", with: "\"z\""), String(text.dropLast(9)),
      text.replacingOccurrences(of: "\"count\":2", with: "\"count\":-9223372036854775808"),
    ]
    for forgery in forgeries {
      try Data(forgery.utf8).write(to: file)
      #expect(try sections(context, name) == ["x: a b", "y: c"])
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(try sections(context, name) == ["x: a b", "y: c"])
  }

  private static func files() throws -> Set<URL> {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
    let folder = base.appendingPathComponent(ProcessInfo.processInfo.processName)
      .appendingPathComponent("CoreData/Sections")
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set((names ?? []).map { folder.appendingPathComponent($0) })
  }
}

/// Counts the calls for the name of its section.
final class CountingBook: NSManagedObject {
  nonisolated(unsafe) static var questions = 0

  override func value(forKey key: String) -> Any? {
    if key == "genre" { Self.questions += 1 }
    return super.value(forKey: key)
  }
}
