import Foundation

// The methods that expressions of mapping models call by `FUNCTION($manager, …)`.

extension NSMigrationManager: FunctionReceiver {
  /// The functions of a manager.
  static let functions: Set<String> = [
    "destinationInstancesForEntityMappingNamed:sourceInstances:",
    "sourceInstancesForEntityMappingNamed:destinationInstances:",
    "destinationInstancesForSourceRelationshipNamed:sourceInstances:",
    "fetchRequestForSourceEntityNamed:predicateString:",
    "fetchRequestForSourceEntityNamed:predicateString:includesSubentities:",
    "sourceContext", "destinationContext", "sourceModel", "destinationModel",
  ]

  func result(of selector: String, _ arguments: [PredicateValue]) -> PredicateValue? {
    switch selector {
    case "destinationInstancesForEntityMappingNamed:sourceInstances:":
      guard case .string(let name)? = arguments.first, arguments.count == 2 else { return nil }
      let sources = Self.objects(in: arguments[1])
      return PredicateValue(
        destinationInstances(forEntityMappingName: name, sourceInstances: sources)
      )
    case "sourceInstancesForEntityMappingNamed:destinationInstances:":
      guard case .string(let name)? = arguments.first, arguments.count == 2 else { return nil }
      let destinations = Self.objects(in: arguments[1])
      return PredicateValue(
        sourceInstances(forEntityMappingName: name, destinationInstances: destinations)
      )
    case "destinationInstancesForSourceRelationshipNamed:sourceInstances:":
      guard arguments.count == 2 else { return nil }
      return PredicateValue(destinations(of: Self.objects(in: arguments[1])))
    case "fetchRequestForSourceEntityNamed:predicateString:",
      "fetchRequestForSourceEntityNamed:predicateString:includesSubentities:":
      guard case .string(let entity)? = arguments.first, arguments.count >= 2,
        case .string(let format) = arguments[1]
      else { return nil }
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.includesSubentities = arguments.count == 3 && arguments[2].isTrue
      if format != "TRUEPREDICATE" {
        // A text that cannot be read must not stand for a condition that holds for nothing.
        guard let predicate = try? NSPredicate(parsing: format) else { return .null }
        request.predicate = predicate
      }
      return .object(request)
    case "sourceContext": return .object(sourceContext)
    case "destinationContext": return .object(destinationContext)
    case "sourceModel": return .object(sourceModel)
    case "destinationModel": return .object(destinationModel)
    default: return nil
    }
  }

  /// The managed objects in a value: one, or those of a collection.
  static func objects(in value: PredicateValue) -> [NSManagedObject] {
    switch value {
    case .object(let object): return (object as? NSManagedObject).map { [$0] } ?? []
    case .collection(let collection): return collection.values.flatMap(objects)
    default: return []
    }
  }

  /// Whether a value is nothing but managed objects, if it is anything.
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
