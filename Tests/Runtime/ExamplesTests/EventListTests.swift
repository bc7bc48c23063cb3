import ContactsExample
import CoreData
import Foundation
import Testing

struct EventListTests {
  @Test("Events are listed, the newest first, and come and go")
  @MainActor func list() async throws {
    let name = "Events-\(UUID().uuidString)"
    defer { NSFetchedResultsController<Event>.deleteCache(withName: name) }
    let container = ContactsContainer(.inMemory)
    try await container.load()
    let list = try EventList(in: container.viewContext, cacheName: name)
    #expect(list.count == 0)
    for second in [3.0, 1, 2] {
      try list.insertNewEvent(at: Date(timeIntervalSinceReferenceDate: second))
    }
    #expect(times(list) == [3, 2, 1] && list.changeCount == 3)
    try list.deleteEvent(at: 1)
    #expect(times(list) == [3, 1])
    // The next launch of the app gets the same results from the cache.
    #expect(times(try EventList(in: container.viewContext, cacheName: name)) == [3, 1])
  }

  @Test("A long list has its count, and fetches values as rows are viewed")
  @MainActor func batches() async throws {
    let store = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).sqlite"
    )
    let name = "Events-\(UUID().uuidString)"
    defer {
      NSFetchedResultsController<Event>.deleteCache(withName: name)
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: store.path + suffix)
      }
    }
    let container = ContactsContainer(.file(store))
    try await container.load()
    try await addEvents(100, to: container)
    let context = container.viewContext
    let list = try EventList(in: context, cacheName: name)
    #expect(list.count == 100)
    let row = EventList.batchSize * 2
    let event = list[row]
    #expect(event.isFault)
    #expect(event.timeStamp == Date(timeIntervalSinceReferenceDate: Double(99 - row)))
    #expect(!event.isFault && list[99].isFault)
  }

  private nonisolated func addEvents(_ count: Int, to container: ContactsContainer) async throws {
    try await container.performBackgroundTask { context in
      for second in 0..<count {
        Event(context: context).timeStamp = Date(timeIntervalSinceReferenceDate: Double(second))
      }
      try context.save()
    }
  }

  private func times(_ list: EventList) -> [Double] {
    (0..<list.count).compactMap { list[$0].timeStamp?.timeIntervalSinceReferenceDate }
  }
}
