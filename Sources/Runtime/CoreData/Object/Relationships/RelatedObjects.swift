import ObjectRows

/// The destinations of a relationship or fetched property of an object.
enum RelatedSlot {
  /// Not read yet.
  case unresolved
  case toOne(NSManagedObject?)
  case toMany(ToManyObjects)
  case fetched([NSManagedObject])
}

/// The cached destinations of an object's relationships and fetched properties.
///
/// The destinations belong to the object's context, and are retained until the object becomes a fault. The slots
/// follow the header in one allocation: most objects with relationships have this, and a second allocation for an
/// array would cost as much as the object itself.
final class RelatedObjects: ManagedBuffer<Int, RelatedSlot> {
  typealias Slot = RelatedSlot

  /// Creates slots that were never read.
  static func make(count: Int) -> RelatedObjects {
    let made = create(minimumCapacity: count) { _ in count }
    made.withUnsafeMutablePointerToElements { $0.initialize(repeating: .unresolved, count: count) }
    // `create` makes an object of the class that it is called on.
    return unsafeDowncast(made, to: RelatedObjects.self)
  }

  deinit {
    _ = withUnsafeMutablePointers { count, slots in slots.deinitialize(count: count.pointee) }
  }

  /// Reads a slot in place, without retaining its contents.
  @inline(__always)
  func withSlot<Result>(_ place: Int, _ look: (Slot) -> Result) -> Result {
    withUnsafeMutablePointers { count, slots in
      precondition(place >= 0 && place < count.pointee)
      return look(slots[place])
    }
  }

  /// The reference of the destination of a to-one relationship; nil if it was not read.
  func reference(at place: Int) -> Reference? {
    withSlot(place) { slot in
      guard case .toOne(let end) = slot else { return nil }
      return end?.reference ?? Reference.none
    }
  }

  // Not `header`, which has exclusivity checks.

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
