import CoreData

enum ClassNames {
  private final class Secret: NSManagedObject {}

  static var all: [String] {
    [NSStringFromClass(Ship.self), NSStringFromClass(Labels.Tag.self), NSStringFromClass(Secret.self)]
  }

  static func names(of entities: [NSEntityDescription]) -> [String] {
    entities.map { entity in
      let type = NSClassFromString(entity.managedObjectClassName!) as? NSManagedObject.Type
      return type == NSClassFromString(entity.managedObjectClassName) ? type.map { "\($0)" } ?? "-" : "?"
    }
  }

  static func isClass(_ object: NSManagedObject) -> Bool { object.classForCoder == type(of: object) }
}
