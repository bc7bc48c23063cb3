import CoreData

enum ClassNames {
  private final class Secret: NSManagedObject {}

  static var all: [String] {
    [NSStringFromClass(Ship.self), NSStringFromClass(Labels.Tag.self), NSStringFromClass(Secret.self)]
  }

  static func isClass(_ object: NSManagedObject) -> Bool { object.classForCoder == type(of: object) }
}
