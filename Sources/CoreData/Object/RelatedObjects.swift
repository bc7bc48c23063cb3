/// What the relationships and fetched properties of an object lead to, as far as it was asked for.
///
/// The objects belong to the object's context, and are retained until the object becomes a fault.
final class RelatedObjects {
  enum Slot {
    /// Not asked for yet.
    case unresolved
    case toOne(NSManagedObject?)
    case toMany(ToManyObjects)
    case fetched([NSManagedObject])
  }

  var slots: ContiguousArray<Slot>

  init(count: Int) {
    slots = ContiguousArray(repeating: .unresolved, count: count)
  }

  private init(slots: ContiguousArray<Slot>) {
    self.slots = slots
  }

  /// The same, independent of later changes.
  func copy() -> RelatedObjects {
    RelatedObjects(
      slots: ContiguousArray(
        slots.map { slot in
          if case .toMany(let objects) = slot { return .toMany(objects.copy()) }
          return slot
        }
      )
    )
  }
}
