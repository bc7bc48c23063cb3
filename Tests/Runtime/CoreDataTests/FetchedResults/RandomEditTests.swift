import CoreData
import EveryStore
import Foundation
import Testing

/// Tests that the reported changes lead to the results of a new fetch, after random edits.
///
/// `FETCHED_RESULTS_EDITS` in the environment is the number of edits of each series.
@Suite(.everyStore) struct RandomEditTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var keys: [String]
    var predicate: String?
    var sections: String?

    var testDescription: String {
      "\(keys) \(predicate ?? "") \(sections ?? "")"
    }
  }

  static let cases = [
    Case(keys: ["title"]),
    Case(keys: ["rank"]),
    Case(keys: ["-rank", "title"], predicate: "isLent == NO"),
    Case(keys: ["genre", "title"], sections: "genre"),
    Case(keys: ["genre", "-rank"], predicate: "rank > 3", sections: "genre"),
    Case(keys: ["-genre", "rank"], predicate: "title < 'r' OR genre == 'b'", sections: "genre"),
    Case(keys: ["rank"], predicate: "isLent == YES", sections: "rank"),
    Case(keys: ["shelf.name", "rank"], predicate: "shelf != nil", sections: "shelf.name"),
    Case(keys: ["genre", "rank"], predicate: "rank < 8", sections: "genre"),
    Case(keys: ["rank"], predicate: "genre != NIL"),
  ]

  private static var count: Int {
    ProcessInfo.processInfo.environment["FETCHED_RESULTS_EDITS"].flatMap { Int($0) }
      ?? (StoreKind.current == .inMemory ? Torture.count(1_100, sanitized: 300) : 300)
  }

  @Test("10,000 random edits", arguments: cases.indices)
  func edits(number: Int) throws {
    let test = Self.cases[number]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shelves.makeModel())
    try coordinator.openTestedStore()
    var edits = try RandomEdits(in: coordinator, seed: UInt64(number + 1))
    let request = Shelves.request(test.predicate, by: test.keys)
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: edits.context,
      sectionNameKeyPath: test.sections,
      cacheName: nil
    )
    try controller.performFetch()
    let replay = Replay()
    replay.start(controller)
    while edits.count < Self.count {
      let log = try edits.runEvent()
      let found = try edits.context.fetch(request)
      let fresh = Self.sections(of: found, test.sections)
      let isSame =
        controller.fetchedObjects == found && Replay.sections(of: controller) == fresh
        && replay.sections == fresh && replay.mistakes.isEmpty
      if isSame { continue }
      let report = Comment(
        rawValue: """
          after \(edits.count) edits, the last ones \(log.joined(separator: ", ")): \
          \(replay.mistakes)
          fetched    \(Self.text(fresh))
          controller \(Self.text(Replay.sections(of: controller)))
          replayed   \(Self.text(replay.sections))
          """
      )
      Issue.record(report)
      return
    }
    #expect(replay.count > Self.count / 8)
  }

  private static func sections(
    of objects: [NSManagedObject],
    _ keyPath: String?
  ) -> [Replay.Section] {
    guard let keyPath else { return [Replay.Section(name: "", objects: objects)] }
    var sections: [Replay.Section] = []
    for object in objects {
      let name = object.value(forKeyPath: keyPath).map { "\($0)" } ?? ""
      if sections.last?.name != name { sections.append(Replay.Section(name: name)) }
      sections[sections.count - 1].objects.append(object)
    }
    return sections
  }

  private static func text(_ sections: [Replay.Section]) -> String {
    sections.map { section in
      let books = section.objects.map { book in
        "\(book.title)/\(book.value(forKey: "rank") ?? "-")/\(book.objectID.uriRepresentation().lastPathComponent)"
      }
      return "\(section.name): \(books.joined(separator: " "))"
    }.joined(separator: " | ")
  }
}
