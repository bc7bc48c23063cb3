import CoreData

enum Odds {
  static func check(_ context: NSManagedObjectContext) -> String {
    let id = NSManagedObjectID()
    let conflict = NSConstraintConflict()
    let defaults = UserDefaults.standard
    defaults.set(3, forKey: "HarborOdds")
    defer { defaults.removeObject(forKey: "HarborOdds") }
    let model = context.persistentStoreCoordinator!.managedObjectModel
    let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
    let observation = manager.observe(\.migrationProgress, options: [.new]) { _, _ in }
    observation.invalidate()
    return "\(id == NSManagedObjectID()) \(conflict.constraint) \(defaults.value(forKey: "HarborOdds") ?? "none")"
  }
}
