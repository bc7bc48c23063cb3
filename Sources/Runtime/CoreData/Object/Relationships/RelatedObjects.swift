import ObjectRows

/// The destinations of a relationship or fetched property of an object.
enum RelatedSlot {
  /// Not asked for yet.
  case unresolved
  case toOne(NSManagedObject?)
  case toMany(ToManyObjects)
  case fetched([NSManagedObject])
}

/// The destinations of those relationships and fetched properties of an object that have been used.
///
/// The objects belong to the object's context, and are retained until the object becomes a fault. The slots are
/// behind the header in one piece of memory: most objects with relationships have this, and a second allocation for
/// an array would cost as much as the object itself.
final class RelatedObjects: ManagedBuffer<Int, RelatedSlot> {
  typealias Slot = RelatedSlot

  /// Slots that were never read.
  static func make(count: Int) -> RelatedObjects {
    let made = create(minimumCapacity: count) { _ in count }
    made.withUnsafeMutablePointerToElements { $0.initialize(repeating: .unresolved, count: count) }
    // `create` makes an object of the class that it is called on.
    return unsafeDowncast(made, to: RelatedObjects.self)
  }

  deinit {
    _ = withUnsafeMutablePointers { count, slots in slots.deinitialize(count: count.pointee) }
  }

  /// Looks at a slot where it is: what it has need not be retained for that.
  @inline(__always)
  func withSlot<Result>(_ place: Int, _ look: (Slot) -> Result) -> Result {
    withUnsafeMutablePointers { count, slots in
      precondition(place >= 0 && place < count.pointee)
      return look(slots[place])
    }
  }

  /// The reference of the object to which a to-one relationship leads; nil if it was not asked for.
  func reference(at place: Int) -> Reference? {
    withSlot(place) { slot in
      guard case .toOne(let end) = slot else { return nil }
      return end?.reference ?? Reference.none
    }
  }

  // Not `header`, access to which is checked.

  subscript(place: Int) -> Slot {
    get { withSlot(place) { $0 } }
    set {
      withUnsafeMutablePointers { count, slots in
        precondition(place >= 0 && place < count.pointee)
        slots[place] = newValue
      }
    }
  }
}
