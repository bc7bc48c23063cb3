import CoreData
import Foundation

/// The notifications about saves of other programs that a coordinator posts, from now on.
final class ChangeNotices {
  private let arrived = DispatchSemaphore(value: 0)
  private let token: any NSObjectProtocol

  init(to coordinator: NSPersistentStoreCoordinator) {
    token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange,
      object: coordinator,
      queue: nil
    ) { [arrived] _ in arrived.signal() }
  }

  deinit { NotificationCenter.default.removeObserver(token) }

  /// Waits for the next notification, and returns whether it was posted in time.
  func next(within seconds: Double) -> Bool {
    arrived.wait(timeout: .now() + seconds) == .success
  }
}
