import CoreData

// The predicates that are shared are never changed.
extension NSPredicate: @unchecked Sendable {}

/// Predicates and orders that all requests share.
enum Filters {
  static let named = NSPredicate(format: "%K != nil", #keyPath(Ship.name))
  static let active = NSPredicate(format: "%K == YES", #keyPath(Ship.isActive))
  nonisolated(unsafe) static let order = [NSSortDescriptor(key: #keyPath(Ship.name), ascending: true)]
  static let both: NSPredicate = NSCompoundPredicate(andPredicateWithSubpredicates: [named, active])
}
