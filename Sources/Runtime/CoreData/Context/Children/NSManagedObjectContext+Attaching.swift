import Foundation

// The source of a context's rows: a coordinator or a parent, not both.
extension NSManagedObjectContext {
  final func attach(to newCoordinator: NSPersistentStoreCoordinator?) {
    if newCoordinator == nil, coordinator == nil { return }
    precondition(
      parentContext == nil,
      "Can't set the persistent store coordinator of a context that has a parent."
    )
    detach()
    coordinator = newCoordinator
    newCoordinator?.managedObjectModel.lock()
    updateFollower()
  }

  final func attach(to newParent: NSManagedObjectContext?) {
    if newParent == nil, parentContext == nil { return }
    precondition(coordinator == nil, "Context already has a coordinator;  cannot replace.")
    precondition(
      newParent?.queue.type != .confinementConcurrencyType,
      "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or "
        + "NSMainQueueConcurrencyType."
    )
    precondition(newParent?.descends(from: self) != true, "A context can't be its own ancestor.")
    detach()
    parentContext = newParent
    updateFollower()
  }

  /// Ends the connection with the coordinator or the parent.
  final func detach() {
    guard let follower else { return }
    coordinator?.followers.remove(follower)
    parentContext?.followers.remove(follower)
    self.follower = nil
    coordinator = nil
    parentContext = nil
  }

  /// Registers this context with the coordinator or the parent, and whether it observes changes.
  final func updateFollower() {
    guard let source = parentContext?.followers ?? coordinator?.followers else { return }
    let known = follower
    let follower = known ?? Follower(self)
    follower.mergesAutomatically = automaticallyMergesChangesFromParent
    self.follower = follower
    if known == nil { source.add(follower) }
  }

  private func descends(from ancestor: NSManagedObjectContext) -> Bool {
    var next: NSManagedObjectContext? = self
    while let context = next {
      if context === ancestor { return true }
      next = context.parentContext
    }
    return false
  }

  /// Lets everybody who wants it merge what was saved.
  final func broadcast(_ saved: SavedObjects) {
    if let parentContext {
      parentContext.followers.broadcast(from: self) { SavedChanges(saved, through: parentContext) }
    } else {
      coordinator?.followers.broadcast(from: self) { SavedChanges(saved) }
    }
    followers.broadcast(from: self) { SavedChanges(saved, through: self) }
  }
}
