import Foundation
import ObjectRows

extension NSManagedObject {
  /// The context of the object; nil before it is inserted and after its deletion was saved.
  ///
  /// An object does not retain its context: it is nil as well when the context has been released. Use the object on
  /// the queue of the context only.
  ///
  /// ```swift
  /// try player.managedObjectContext?.save()
  /// ```
  public final var managedObjectContext: NSManagedObjectContext? { context }

  /// The entity of the object.
  public final var entity: NSEntityDescription { shape.entity }

  /// The ID of the object, by which other contexts find it.
  ///
  /// An object that was never saved has a temporary ID, which the first save replaces. IDs may be sent to any thread,
  /// which objects may not be.
  ///
  /// ```swift
  /// let id = player.objectID
  /// container.performBackgroundTask { context in
  ///   let player = context.object(with: id)
  /// }
  /// ```
  public final var objectID: NSManagedObjectID {
    if reference.isTemporary { context?.applyRenamedReferencesIfCurrent() }
    if let known = rareState?.objectID, known.reference == reference { return known }
    let made = makeObjectID()
    needRareState().objectID = made
    return made
  }

  /// Creates an ID of the object; it is equal to the one that the object caches once it was requested.
  final func makeObjectID() -> NSManagedObjectID {
    if reference.isTemporary || reference.isNone {
      return NSManagedObjectID(temporary: reference, of: shape)
    }
    let coordinator = context?.rootCoordinator ?? home?.takeUnretainedValue().coordinator
    if let made = coordinator?.objectID(for: reference) { return made }
    return NSManagedObjectID(temporary: reference, of: shape)
  }

  /// Whether the next save inserts the object.
  public final var isInserted: Bool { state.contains(.isInserted) }

  /// Whether the next save updates the object.
  public final var isUpdated: Bool { state.contains(.isUpdated) }

  /// Whether the next save deletes the object.
  public final var isDeleted: Bool { state.contains(.isDeleted) }

  /// Whether the next save affects the object.
  public final var hasChanges: Bool { !state.isDisjoint(with: .changes) }

  /// Whether the object's values have not been read from the store yet.
  ///
  /// Reading a property of a fault loads the values of all properties; reading this one does not. Fetches return
  /// faults by default, whose values are already in the row cache.
  ///
  /// ```swift
  /// let loaded = context.registeredObjects.filter { !$0.isFault }
  /// ```
  public final var isFault: Bool { rowStorage == nil || state.contains(.hasPrefetchedRow) }

  /// 0 for an object with values, another number for a fault.
  public final var faultingState: Int { isFault ? 1 : 0 }

  /// Returns the state that few objects have, creating it if necessary.
  final func needRareState() -> RareObjectState {
    if let rareState { return rareState }
    let made = RareObjectState()
    rareState = made
    return made
  }
}

// An object and its ID are equal in predicates, and so are the objects of two contexts.
extension NSManagedObject: IdentifiedInPredicates {
  var identityInPredicates: AnyHashable { objectID }

  var isUnsaved: Bool { reference.isTemporary }
}

extension NSManagedObjectID: IdentifiedInPredicates {
  var identityInPredicates: AnyHashable { self }

  var isUnsaved: Bool { isTemporaryID }
}

/// State that few objects have.
final class RareObjectState {
  var objectID: NSManagedObjectID?

  /// The values when changes were last processed, if they have changed since.
  var eventRow: Row?

  /// The changes of relationships since changes were last processed.
  var eventRelated: RelationshipDeltas?

  /// The state before the current event, if changes can be undone.
  var eventState: ObjectState?

  /// The properties that have changed since changes were last processed.
  var eventChanged = PropertySet()

  /// The observers of changes.
  var observers: PropertyObservers?

  /// The store that was passed to `assign(_:to:)`.
  @WeakReference var assignedStore: NSPersistentStore?

  /// The destinations of relationships when `willChangeValue(forKey:)` was called for them.
  var openChanges: [Int: [NSManagedObject]] = [:]

  /// The problem with a refused value, which validation reports.
  var refusedValues: [Int: String] = [:]
}

extension RareObjectState {
  /// Keeps a row as the one from before the current event.
  func beginEvent(_ row: Row) {
    eventRow = row
    eventRelated = nil
    eventChanged.removeAll()
  }

  /// Discards the state before the current event.
  func endEvent() {
    eventRow = nil
    eventRelated = nil
    eventState = nil
    eventChanged.removeAll()
  }
}

extension NSManagedObject {
  /// The entity of the class, in the model that was used last.
  ///
  /// If there is none, an entity without a name: programs check the name.
  final class func entityInUse() -> NSEntityDescription {
    if let entity = ModelsInUse.entity(for: self, in: nil) { return entity }
    report(
      "Failed to find a unique match for an NSEntityDescription to the managed object subclass "
        + "'\(self)': no entity of the models in use claims it, or several of one model do."
    )
    return NSEntityDescription()
  }

  private class func report(_ message: String) {
    CoreDataLog.sendPlainly(.error, .object, message, ["class": .text("\(self)")])
  }

  /// The entity of an object that is created without an entity and without a context; perhaps one without a name.
  final class func entityOfObjectWithoutContext() -> NSEntityDescription {
    let entity = entity()
    if entity.name == nil {
      report("Failed to call designated initializer on NSManagedObject class '\(self)'")
    }
    return entity
  }

  /// The entity of the class, in the model of a context if one is given.
  final class func entityOfNewObject(in context: NSManagedObjectContext?) -> NSEntityDescription {
    if let last = context?.lastMade, last.type == ObjectIdentifier(self) { return last.entity }
    if let context, let model = context.rootCoordinator?.managedObjectModel,
      let entity = ModelsInUse.entity(for: self, in: model)
    {
      if context.coordinator != nil { context.lastMade = (ObjectIdentifier(self), entity) }
      return entity
    }
    let entity = entity()
    precondition(
      entity.name != nil,
      "An NSManagedObject of class '\(self)' must have a valid NSEntityDescription."
    )
    return entity
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// Returns a request for the objects of the class's entity.
  ///
  /// ```swift
  /// let request = Player.fetchRequest()
  /// request.predicate = NSPredicate(format: "team.name == %@", "Wanderers")
  /// let players = try context.fetch(request)
  /// ```
  ///
  /// The request is typed, so its results need no cast. The model must be in use: a coordinator has been created with
  /// it.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest(entityName: entity().name ?? "")
  }
}

/// Creates objects of a class that is known at run time only; see `make_object.S`.
public protocol ManagedObjectMaking {}

extension NSManagedObject: ManagedObjectMaking {
  @_silgen_name("coredata_make_object")
  class func makeObject(
    _ entity: __owned NSEntityDescription,
    _ context: __owned NSManagedObjectContext?
  ) -> NSManagedObject

  /// Creates an object as `makeObject(_:_:)` does, and consumes the arguments, which were retained for that.
  @_silgen_name("coredata_make_fault")
  class func makeObject(
    releasing entity: Unmanaged<NSEntityDescription>,
    _ context: Unmanaged<NSManagedObjectContext>
  ) -> NSManagedObject
}

// Initializers of classes cannot be called on a metatype unless they are `required`, which subclasses would have to
// repeat. Those of a protocol can.
extension ManagedObjectMaking where Self: NSManagedObject {
  /// Creates an object of the class's entity, and inserts it into a context.
  @_disfavoredOverload public init(context: NSManagedObjectContext) {
    self.init(entity: Self.entityOfNewObject(in: context), insertInto: context)
  }

  /// Creates an object of an entity, and inserts it into a context if one is given.
  @_disfavoredOverload public init(
    entity: NSEntityDescription,
    insertInto context: NSManagedObjectContext?
  ) {
    let objectClass = entity.shape.binding.objectClass
    // Called on a metatype variable it creates an object of the entity's class, as on Apple's platforms.
    let made = objectClass.isKind(ofClass: Self.self) ? objectClass : Self.self
    let object = made.makeObject(entity, context)
    guard let object = object as? Self else {
      preconditionFailure("\(type(of: object)) is not a \(Self.self).")
    }
    self = object
  }
}

extension NSManagedObject {
  /// Whether the class equals another one or inherits from it.
  static func isKind(ofClass other: AnyClass) -> Bool {
    var next: AnyClass? = self
    while let current = next {
      if current == other { return true }
      next = _getSuperclass(current)
    }
    return false
  }
}

extension NSManagedObject: NamedInModels {
  final class var modelName: String? { GeneratedCodeV2.objectiveCName(of: self) }
}
