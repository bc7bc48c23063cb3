import Foundation
@_spi(SwiftCorelibsFoundation) import FoundationEssentials

/// A notification whose user info is created when the first observer receives it.
///
/// Foundation passes a posted message to the closure of each observer, which casts it to `Notification`. The cast of
/// an `NSNotification` reads its user info. Without an observer there is no cast, and the sets of all changed objects
/// are never created.
final class LazyNotification: NSNotification {
  private let makeUserInfo: () -> [AnyHashable: Any]
  private var madeUserInfo: [AnyHashable: Any]?

  private init(
    _ name: NSNotification.Name,
    _ sender: AnyObject,
    _ userInfo: @escaping () -> [AnyHashable: Any]
  ) {
    makeUserInfo = userInfo
    super.init(name: name, object: sender, userInfo: nil)
  }

  required init?(coder: NSCoder) { nil }

  override var userInfo: [AnyHashable: Any]? {
    if madeUserInfo == nil { madeUserInfo = makeUserInfo() }
    return madeUserInfo
  }

  /// Posts a notification, and calls `userInfo` at most once: before the first observer is called.
  ///
  /// `NotificationCenter.post(_:)` takes a value that already has its user info; this is the function below it, which
  /// Foundation provides for its own modules.
  static func post(
    _ name: NSNotification.Name,
    from sender: AnyObject,
    userInfo: @escaping () -> [AnyHashable: Any]
  ) {
    let notification = LazyNotification(name, sender, userInfo)
    NotificationCenter.default._post(name.rawValue, subject: sender, message: notification)
  }
}
