import EveryStore
import Foundation
import Synchronization
import Testing

@testable import CoreData

@Suite("Notifications whose user info is made for observers only", .serialized, .everyStore)
struct LazyNotificationTests {
  private final class Sender: Sendable {}

  private let name = Notification.Name("LazyNotificationTests.\(UUID().uuidString)")

  /// Posts a notification, and returns how often its user info was built.
  private func post(from sender: AnyObject) -> Int {
    var count = 0
    LazyNotification.post(name, from: sender) {
      count += 1
      return ["set": Set([1, 2])]
    }
    return count
  }

  @Test("Without an observer the user info is not made")
  func noObserver() {
    let other = NotificationCenter.default.addObserver(
      forName: Notification.Name("another name"),
      object: nil,
      queue: nil
    ) { _ in }
    defer { NotificationCenter.default.removeObserver(other) }
    #expect(post(from: Sender()) == 0)
  }

  @Test("An observer of another object does not count")
  func otherObject() {
    let observed = Sender()
    let observer = NotificationCenter.default.addObserver(
      forName: name,
      object: observed,
      queue: nil
    ) { _ in }
    defer { NotificationCenter.default.removeObserver(observer) }
    #expect(post(from: Sender()) == 0)
    #expect(post(from: observed) == 1)
  }

  @Test("All observers receive the same notification, made once", arguments: [false, true])
  func observers(ofAllNames: Bool) {
    let received = Mutex<[Notification.Name]>([])
    let sender = Sender()
    let observers = [sender, nil].map { object in
      NotificationCenter.default.addObserver(
        forName: ofAllNames ? nil : name,
        object: object,
        queue: nil
      ) { notification in
        guard notification.userInfo?["set"] as? Set<Int> == [1, 2],
          notification.object as AnyObject? === sender
        else { return }
        received.withLock { $0.append(notification.name) }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    #expect(post(from: sender) == 1)
    #expect(received.withLock { $0 } == [name, name])
  }

  @Test("An observer on a queue receives the state at the time of posting")
  func queue() {
    let queue = OperationQueue()
    let received = Mutex<[Int]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: name,
      object: nil,
      queue: queue
    ) { notification in
      received.withLock { $0.append(notification.userInfo?["value"] as? Int ?? -1) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    var value = 1
    LazyNotification.post(name, from: Sender()) { ["value": value] }
    value = 2
    queue.waitUntilAllOperationsAreFinished()
    #expect(received.withLock { $0 } == [1])
  }
}
