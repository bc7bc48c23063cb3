import BuiltPrograms
import CoreData
import Foundation
import PostgreSQLServer
import Studio
import Testing
import WebBrowser

/// Open pages of a store in PostgreSQL, to which another program saves.
@Suite(.browser, .serialized) struct ServerStoreBrowserTests {
  /// Adds a team, like another program.
  private func save(_ city: String, _ sample: StudioSample, at url: URL) throws {
    guard let model = NSManagedObjectModel(contentsOf: sample.model) else {
      throw CocoaError(.fileReadUnknown)
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: url,
      options: [
        NSPersistentHistoryTrackingKey: true, OpenCoreDataPostgreSQLCreatesSchemaOption: true,
      ]
    )
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue(city, forKey: "city")
      try context.save()
    }
    try coordinator.remove(store)
  }

  /// The CPU time of this process.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func pagesFollowOtherPrograms() async throws {
    let sample = try StudioSample()
    let url = PostgreSQLServer.url()
    try save("Rome", sample, at: url)
    let studio = try Studio(model: sample.model.path, store: url.absoluteString)
    let window = try await #require(Browser.current).window()
    for (path, place) in [("store/entity/Team", "tbody"), ("store/history", "main")] {
      try await window.open(studio.address + path)
      #expect(try await window.shows("#live") { $0 == "Follows the files" })
      let before = try await window.text(place)
      try save("Bern \(path.count)", sample, at: url)
      #expect(try await window.shows(place) { $0 != before })
    }
    try await window.open(studio.address + "store/entity/Team")
    #expect(try await window.shows("tbody") { $0.contains("Rome") && $0.contains("Bern 17") })
    // Querying the server costs next to nothing.
    let (start, used) = (ContinuousClock.now, Self.processorSeconds())
    try await Task.sleep(for: .seconds(5))
    let share = (Self.processorSeconds() - used) / ((ContinuousClock.now - start) / .seconds(1))
    print("an open page of a store on a server, idle: \(share * 100) % of a processor")
    #expect(share < 0.03)
    let log = try await window.log()
    #expect(log == [], "\(log)")
    try await window.close()
    await studio.stop()
    await sample.studio.stop()
  }
}
