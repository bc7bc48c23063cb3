import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Changes of stores by other programs", .timeLimit(.minutes(30)), .everyDatabase)
struct RemoteChangeTests {
  private let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private static let postsChanges = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]

  /// Runs a closure, and waits for a coordinator's next remote change notification.
  private func notification(
    from coordinator: NSPersistentStoreCoordinator,
    after work: () throws -> Void
  ) async throws -> Notification? {
    nonisolated(unsafe) let work = work
    return try await withThrowingTaskGroup { group in
      let (stream, continuation) = AsyncStream.makeStream(of: Received.self)
      let token = NotificationCenter.default.addObserver(
        forName: .NSPersistentStoreRemoteChange,
        object: coordinator,
        queue: nil
      ) { continuation.yield(Received(notification: $0)) }
      defer { NotificationCenter.default.removeObserver(token) }
      try work()
      group.addTask { await stream.first { _ in true } }
      let received = try await group.next()
      group.cancelAll()
      return received??.notification
    }
  }

  private struct Received: @unchecked Sendable {
    let notification: Notification
  }

  @Test("F265 A save is posted with the UUID and the URL of the store; there is no token")
  func ownSave() async throws {
    let coordinator = scratch.coordinator()
    let store = try coordinator.openTestedStore(options: Self.postsChanges)
    let context = scratch.context(coordinator)
    _ = Player(context: context)
    let posted = try #require(try await notification(from: coordinator) { try context.save() })
    #expect(posted.userInfo?[NSStoreUUIDKey] as? String == store.identifier)
    #expect(posted.userInfo?[NSPersistentStoreURLKey] as? URL == store.url)
    #expect(posted.userInfo?[NSPersistentHistoryTokenKey] == nil)
  }

  @Test("F265 The save of another coordinator with the same store open is posted")
  func otherCoordinator() async throws {
    let writer = scratch.coordinator()
    try writer.openTestedStore("store")
    let reader = scratch.coordinator()
    let store = try reader.openTestedStore("store", options: Self.postsChanges)
    let context = scratch.context(writer)
    _ = Player(context: context)
    let posted = try #require(try await notification(from: reader) { try context.save() })
    #expect(posted.userInfo?[NSPersistentStoreURLKey] as? URL == store.url)
    #expect(try scratch.players(scratch.context(reader)).count == 1)
  }

  @Test("F265 Without the option, and after the store was closed, nothing is posted")
  func silence() async throws {
    let silent = scratch.coordinator()
    let first = try silent.openTestedStore("silent")
    let closed = scratch.coordinator()
    let store = try closed.openTestedStore("silent", options: Self.postsChanges)
    try closed.remove(store)
    let posted = PostedNotifications(.NSPersistentStoreRemoteChange, from: nil)
    let context = scratch.context(silent)
    _ = Player(context: context)
    try context.save()
    // Notifications are posted before closures that are now enqueued on the coordinators.
    await silent.perform {}
    await closed.perform {}
    let uuids = posted.all.map { $0.userInfo?[NSStoreUUIDKey] as? String }
    #expect(!uuids.contains(first.identifier))
  }
}
