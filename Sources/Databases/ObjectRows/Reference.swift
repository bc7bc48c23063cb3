/// The identity of an object within one coordinator; the form in which rows store to-one relationships.
///
/// Entities and stores are numbered per coordinator, so a reference is valid only within that coordinator.
public struct Reference: Hashable, Sendable {
  /// The number of the object in its store; negative for an object that was never saved, 0 for none.
  public let number: Int64

  /// The number of the entity in the low half, and of the store in the high half.
  @usableFromInline let place: UInt32

  /// The reference to an object of a number in its store.
  @inlinable public init(number: Int64, entity: Int, store: Int) {
    self.number = number
    place = UInt32(truncatingIfNeeded: entity) & 0xFFFF | UInt32(truncatingIfNeeded: store) << 16
  }

  @inlinable init() {
    number = 0
    place = 0
  }

  /// The reference to no object.
  @inlinable public static var none: Self { Self() }

  /// Whether this is the reference to no object.
  @inlinable public var isNone: Bool { number == 0 }

  /// Whether the object was never saved.
  @inlinable public var isTemporary: Bool { number < 0 }

  /// The number of the entity in its model, from 1.
  @inlinable public var entity: Int { Self.entity(inPlace: place) }

  @inlinable static func entity(inPlace place: UInt32) -> Int { Int(place & 0xFFFF) }

  /// The number of the store in its coordinator, from 1; 0 for an object that was never saved.
  @inlinable public var store: Int { Int(place >> 16) }

  /// Whether another object is of the same entity and in the same store.
  @inlinable public func hasPlace(of other: Self) -> Bool { place == other.place }
}
