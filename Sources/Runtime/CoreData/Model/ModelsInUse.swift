import Foundation

/// The models of coordinators, for finding the entity of a class.
enum ModelsInUse {
  private final class Entry {
    weak var model: NSManagedObjectModel?

    init(_ model: NSManagedObjectModel) {
      self.model = model
    }
  }

  private static let lock = NSLock()
  // Protected by the lock.
  nonisolated(unsafe) private static var entries: [Entry] = []

  /// Adds a model; the last one added is searched first.
  static func add(_ model: NSManagedObjectModel) {
    lock.withLock {
      entries.removeAll { $0.model == nil || $0.model === model }
      entries.append(Entry(model))
    }
  }

  /// The only entity of a model, or of the models in use, whose objects have a class.
  static func entity(
    for objectClass: NSManagedObject.Type,
    in model: NSManagedObjectModel?
  ) -> NSEntityDescription? {
    let models = model.map { [$0] } ?? lock.withLock { entries.reversed().compactMap(\.model) }
    for model in models {
      if let found = model.classes.entities[ObjectIdentifier(objectClass)] {
        return found.count == 1 ? found.first : nil
      }
    }
    return nil
  }
}

/// The entities of a model by the classes of their objects.
final class EntitiesByClass: Sendable {
  // A constant, and entities in use do not change.
  nonisolated(unsafe) let entities: [ObjectIdentifier: [NSEntityDescription]]

  init(_ model: NSManagedObjectModel) {
    entities = Dictionary(grouping: model.storedEntities) {
      ObjectIdentifier($0.shape.binding.objectClass)
    }
  }
}
