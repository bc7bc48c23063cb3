import CoreData

/// Counts what happens to a context.
final class Listener: NSObject {
  private(set) var changes = 0
  private(set) var saves = 0

  init(_ context: NSManagedObjectContext) {
    super.init()
    let center = NotificationCenter.default
    center.addObserver(
      self,
      selector: #selector(Listener.objectsDidChange(_:)),
      name: .NSManagedObjectContextObjectsDidChange,
      object: context
    )
    center.addObserver(self, selector: #selector(saved), name: .NSManagedObjectContextDidSave, object: context)
  }

  deinit {
    NotificationCenter.default.removeObserver(self)
  }

  func stop() {
    NotificationCenter.default.removeObserver(self, name: .NSManagedObjectContextDidSave, object: nil)
  }

  @objc private func objectsDidChange(_ notification: NSNotification) {
    changes += (notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
  }

  @objc private func saved() { saves += 1 }
}
