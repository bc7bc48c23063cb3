import Foundation
import ObjectRows

/// A conflict between objects that violate a uniqueness constraint.
open class NSConstraintConflict: NSObject {
  /// The names of the properties whose values must be unique.
  public final let constraint: [String]

  /// The values that the objects have in common.
  public final let constraintValues: [String: Any]

  /// The object in the store that has the values; nil if only objects in memory have them.
  public final let databaseObject: NSManagedObject?

  /// The values of that object in the store.
  public final let databaseSnapshot: [String: Any]?

  /// The objects in memory that have the values: several of them, or one and an object in the store.
  public final let conflictingObjects: [NSManagedObject]

  /// The values that these objects had when they were last fetched or saved; empty for new ones.
  public final let conflictingSnapshots: [[AnyHashable: Any]]

  /// The object in the store, with internal details.
  final let holder: Holder?

  /// The numbers of the properties of the constraint.
  final let indices: [Int]

  init(
    _ constraint: EntityConstraint,
    among objects: [NSManagedObject],
    holder: Holder?,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.constraint = constraint.names
    indices = constraint.indices
    self.holder = holder
    databaseObject = holder?.object
    databaseSnapshot = holder.map { holder in
      RowSnapshot.values(of: holder.row, holder.object.shape, in: coordinator)
    }
    conflictingObjects = objects
    conflictingSnapshots = objects.map { $0.baseSnapshot ?? [:] }
    constraintValues = Self.values(of: constraint.names, in: objects.first)
  }

  /// Creates a description of a conflict.
  public init(
    constraint contraint: [String],
    database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?,
    conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot.map { snapshot in
      Dictionary(
        snapshot.compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first }
      )
    }
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    constraintValues = Self.values(of: contraint, in: conflictingObjects.first)
    holder = databaseObject.flatMap { object in
      object.fireFault()
      return object.baseRow.map { Holder(object: object, row: $0, wasKnown: true) }
    }
    indices = contraint.compactMap { conflictingObjects.first?.shape.indexByName[$0] }
  }

  /// Creates an empty conflict.
  public convenience override init() {
    self.init(
      constraint: [],
      database: nil,
      databaseSnapshot: nil,
      conflicting: [],
      conflictingSnapshots: []
    )
  }

  private static func values(of names: [String], in object: NSManagedObject?) -> [String: Any] {
    var values: [String: Any] = [:]
    for name in names {
      guard let object, let index = object.shape.indexByName[name] else { continue }
      values[name] = object.modeledValue(at: index) ?? NSNull()
    }
    return values
  }

  open override var description: String {
    "NSConstraintConflict for constraint \(constraint), database: "
      + "\(databaseObject?.objectID.uriText ?? "none"), conflictingObjects: "
      + "\(conflictingObjects.map(\.objectID.uriText))"
  }
}

/// The object in a store that has the values that others need as well.
struct Holder {
  let object: NSManagedObject
  let row: Row

  /// Whether the object was in the context before the search for conflicts.
  let wasKnown: Bool
}
