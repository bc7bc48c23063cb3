import Foundation

// The methods that expressions of mapping models call by `FUNCTION($manager, …)`.

extension NSMigrationManager: FunctionReceiver {
  typealias Function = @Sendable (NSMigrationManager, [PredicateValue]) -> PredicateValue?

  /// The functions of a manager, by their selectors; each gives nil for arguments of other kinds.
  static let functions: [String: Function] = [
    "destinationInstancesForEntityMappingNamed:sourceInstances:": { manager, arguments in
      guard case .string(let name)? = arguments.first, arguments.count == 2 else { return nil }
      let sources = objects(in: arguments[1])
      return PredicateValue(
        manager.destinationInstances(forEntityMappingName: name, sourceInstances: sources)
      )
    },
    "sourceInstancesForEntityMappingNamed:destinationInstances:": { manager, arguments in
      guard case .string(let name)? = arguments.first, arguments.count == 2 else { return nil }
      let destinations = objects(in: arguments[1])
      return PredicateValue(
        manager.sourceInstances(forEntityMappingName: name, destinationInstances: destinations)
      )
    },
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:": { manager, arguments in
      guard arguments.count == 2 else { return nil }
      return PredicateValue(manager.destinations(of: objects(in: arguments[1])))
    },
    "fetchRequestForSourceEntityNamed:predicateString:": { fetchRequest($1) },
    "fetchRequestForSourceEntityNamed:predicateString:includesSubentities:": { fetchRequest($1) },
    "sourceContext": { manager, _ in .object(manager.sourceContext) },
    "destinationContext": { manager, _ in .object(manager.destinationContext) },
    "sourceModel": { manager, _ in .object(manager.sourceModel) },
    "destinationModel": { manager, _ in .object(manager.destinationModel) },
  ]

  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue? {
    Self.functions[selector]?(self, arguments)
  }

  /// Creates a request for the objects of an entity that match a predicate in text form.
  private static func fetchRequest(_ arguments: [PredicateValue]) -> PredicateValue? {
    guard case .string(let entity)? = arguments.first, arguments.count >= 2,
      case .string(let format) = arguments[1]
    else { return nil }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesSubentities = arguments.count == 3 && arguments[2].isTrue
    if format != "TRUEPREDICATE" {
      // An invalid text must not be treated as a condition that is always false.
      guard let predicate = try? NSPredicate(parsing: format) else { return .null }
      request.predicate = predicate
    }
    return .object(request)
  }

  /// The managed objects in a value: one, or those of a collection.
  static func objects(in value: PredicateValue) -> [NSManagedObject] {
    switch value {
    case .object(let object): return (object as? NSManagedObject).map { [$0] } ?? []
    case .collection(let collection): return collection.values.flatMap(objects)
    default: return []
    }
  }

  /// Whether a value consists of managed objects only; also true for no value.
  static func hasOnlyObjects(_ value: PredicateValue) -> Bool {
    switch value {
    case .null: true
    case .object(let object): object is NSManagedObject
    case .collection(let collection): collection.values.allSatisfy(hasOnlyObjects)
    default: false
    }
  }
}

extension PredicateValue {
  fileprivate var isTrue: Bool {
    if case .integer(let number) = self { number != 0 } else { false }
  }
}
