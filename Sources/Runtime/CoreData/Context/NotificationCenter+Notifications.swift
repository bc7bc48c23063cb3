public import Foundation

extension NotificationCenter {
  /// An asynchronous sequence of the notifications of a name that are posted after iteration begins.
  public final class Notifications: AsyncSequence, Sendable {
    /// A notification.
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let sender: Unchecked<AnyObject?>

    init(_ center: NotificationCenter, _ name: Notification.Name, from sender: AnyObject?) {
      self.center = center
      self.name = name
      self.sender = Unchecked(sender)
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Unchecked<Notification>.self)
      let observer = center.addObserver(forName: name, object: sender.value, queue: nil) {
        continuation.yield(Unchecked($0))
      }
      let registration = Unchecked((center, observer))
      continuation.onTermination = { _ in
        let (center, observer) = registration.value
        center.removeObserver(observer)
      }
      return Iterator(notifications: stream.makeAsyncIterator())
    }

    /// Waits for one notification after the other.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var notifications: AsyncStream<Unchecked<Notification>>.AsyncIterator

      /// The next notification; nil when the task is canceled.
      public mutating func next() async -> Notification? {
        await next(isolation: nil)
      }

      /// The next notification, for a caller on an actor; nil when the task is canceled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await notifications.next(isolation: actor)?.value
      }
    }
  }

  /// Returns the notifications of a name, of one sender or of all, as they are posted.
  public func notifications(
    named name: Notification.Name,
    object: AnyObject? = nil
  ) -> Notifications {
    Notifications(self, name, from: object)
  }
}
