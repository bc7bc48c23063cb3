import Foundation
import Synchronization

/// The classes in models that the program lacks.
enum MissingClasses {
  private static let reported = Mutex<Set<String>>([])

  /// Prints, once for each class, its substitute.
  static func report(_ entity: NSEntityDescription, using substitute: NSManagedObject.Type) {
    let name = entity.managedObjectClassName ?? ""
    guard reported.withLock({ $0.insert(name).inserted }) else { return }
    CoreDataLog.send(
      .warning,
      .object,
      "Unable to load class named '\(name)' for entity '\(entity.name ?? "")'. "
        + "Class not found, using \(substitute) instead.",
      ["class": .text(name), "entity": .text(entity.name ?? "")]
    )
  }
}
