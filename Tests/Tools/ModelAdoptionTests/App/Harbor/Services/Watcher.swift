import CoreData

@objc protocol WatcherDelegate {
  func watcherDidSee(_ change: String)
}

final class Watcher: NSObject {
  weak var delegate: WatcherDelegate?

  func start() {
    NotificationCenter.default.addObserver(
      self,
      selector: #selector(didSave(_:)),
      name: .NSManagedObjectContextDidSave,
      object: nil
    )
    delegate?.watcherDidSee("start")
  }

  @objc private func didSave(_ notification: Notification) {
    delegate?.watcherDidSee("save")
  }

  #if canImport(ObjectiveC)
  @objc func onlyThere() { perform(#selector(onlyThere)) }
  #endif
}
