import ObjectRows

/// Creates faults of one entity; their common parts are looked up once.
final class FaultMaker: @unchecked Sendable {
  let entity: NSEntityDescription
  let objectClass: NSManagedObject.Type
  let state: ObjectState

  // The shape retains this object.
  let shape: Unmanaged<EntityShape>

  init(_ shape: EntityShape, _ objectClass: NSManagedObject.Type, _ state: ObjectState) {
    self.shape = .passUnretained(shape)
    self.objectClass = objectClass
    entity = shape.entity
    self.state = state.union([.isWatched, .isStored])
  }
}

/// Creates faults of several entities.
///
/// Objects that are fetched together usually belong to one entity.
struct FaultMakers {
  private let shapes: [EntityShape]

  // The binding of the shape owns it; a strong reference would be retained for each object.
  private var last: Unmanaged<FaultMaker>?
  private var lastNumber = 0

  /// The group of references that was looked up last in the identity map, and whether it was empty; valid while
  /// `arrivals` is the count of the map.
  private var memo = GroupMemo()
  private var arrivals = 0

  /// The retained arguments for the next objects.
  private var arguments: RetainedArguments?

  // The caller keeps the context alive while objects are created.
  private let context: Unmanaged<NSManagedObjectContext>

  /// - Parameters:
  ///   - shapes: All entities, by number.
  ///   - context: The context of the objects.
  init(_ shapes: [EntityShape], in context: NSManagedObjectContext) {
    self.shapes = shapes
    self.context = .passUnretained(context)
  }

  /// Releases the remaining arguments; must be called after the last object was created.
  mutating func finish() {
    arguments?.releaseRest()
    arguments = nil
  }

  /// Whether the context may have an object; nil if that must be looked up.
  @inline(__always)
  mutating func mayExist(_ reference: Reference, in identity: IdentityMap) -> Bool? {
    identity.arrivals == arrivals ? memo.mayExist(reference) : nil
  }

  /// Looks up whether the context may have an object, after all new objects were registered.
  mutating func lookUp(_ reference: Reference, in identity: IdentityMap) -> Bool {
    let isGroupEmpty = identity.isEmpty(near: reference)
    memo.note(reference, isGroupEmpty: isGroupEmpty)
    arrivals = identity.arrivals
    return !isGroupEmpty
  }

  /// Records that new objects are about to be registered.
  ///
  /// - Returns: Whether no others were registered since the last look-up, by code of the program that runs when an
  ///   object is created or awakes. They invalidate `memo`.
  mutating func noteRegistration(of count: Int, in identity: IdentityMap) -> Bool {
    defer { arrivals += count }
    return identity.arrivals == arrivals
  }

  /// Creates an object with the maker that was returned last.
  mutating func makeObject() -> NSManagedObject? { arguments?.makeObject() }

  /// The maker for the entity with a number; nil if there is no such entity.
  @inline(__always)
  mutating func maker(ofEntity number: Int) -> Unmanaged<FaultMaker>? {
    if let last, lastNumber == number { return last }
    return otherMaker(ofEntity: number)
  }

  private mutating func otherMaker(ofEntity number: Int) -> Unmanaged<FaultMaker>? {
    guard let shape = shapes[checked: number - 1] else { return nil }
    let maker = shape.binding.faultMaker
    finish()
    arguments = RetainedArguments(of: maker, context)
    let found = Unmanaged.passUnretained(maker)
    last = found
    lastNumber = number
    return found
  }
}

/// The arguments of an initializer that makes many objects, retained for several of them in one step.
///
/// An initializer releases its arguments; retaining both for each object is a considerable part of the time that a
/// fault takes.
private struct RetainedArguments {
  private let objectClass: NSManagedObject.Type
  private let entity: Unmanaged<NSEntityDescription>
  private let context: Unmanaged<NSManagedObjectContext>
  private var rest = 0

  private static let manyObjects = 64

  init(of maker: FaultMaker, _ context: Unmanaged<NSManagedObjectContext>) {
    objectClass = maker.objectClass
    entity = .passUnretained(maker.entity)
    self.context = context
  }

  mutating func makeObject() -> NSManagedObject {
    if rest == 0 {
      entity.retain(times: Self.manyObjects)
      context.retain(times: Self.manyObjects)
      rest = Self.manyObjects
    }
    rest -= 1
    return objectClass.makeObject(releasing: entity, context)
  }

  func releaseRest() {
    guard rest > 0 else { return }
    entity.release(times: rest)
    context.release(times: rest)
  }
}

/// The arguments for initializing an object as a fault.
struct FaultArguments {
  let reference: Reference
  let state: ObjectState

  // Not retained: shapes are never freed.
  let shape: Unmanaged<EntityShape>

  init(_ reference: Reference, _ maker: FaultMaker) {
    self.reference = reference
    state = maker.state
    shape = maker.shape
  }
}
