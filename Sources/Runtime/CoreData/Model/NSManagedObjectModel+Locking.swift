import Foundation

extension NSManagedObjectModel {
  /// Makes the model immutable, which it must be before a coordinator or an object uses it, and creates the shape of
  /// every entity.
  ///
  /// It may be called from several threads, and repeatedly.
  final func lock() {
    locking.lock()
    defer { locking.unlock() }
    guard !isLocked else { return }
    ShapeBuilder.settle(storedEntities)
    settledHashes = versionHashes
    isLocked = true
  }
}

extension NSEntityDescription {
  /// The shape of the entity's objects.
  ///
  /// Reading it is a use of the model: the model, or without one all entities of the same tree, are immutable from
  /// then on.
  final var shape: EntityShape {
    if let settledShape { return settledShape }
    if let model { model.lock() }
    if let settledShape { return settledShape }
    ShapeBuilder.settle((lineage.last ?? self).subtree)
    guard let settledShape else { preconditionFailure("An entity has no shape.") }
    return settledShape
  }

  /// Makes the entity and its properties immutable.
  final func lock() {
    isLocked = true
    for property in ownProperties { property.lock() }
    for index in indexes { index.lock() }
  }
}
