extension GeneratedCode1 {
  /// Which object a to-one relationship leads to, in a row.
  ///
  /// A reference is valid within one coordinator: entities and stores are numbered there.
  public struct Reference: Hashable, Sendable {
    /// The number of the object in its store; negative for an object that was never saved, 0 for none.
    @usableFromInline let number: Int64

    /// The number of the entity in the low half, that of the store in the high half.
    @usableFromInline let place: UInt32

    init(number: Int64, entity: Int, store: Int) {
      self.number = number
      place = UInt32(truncatingIfNeeded: entity) & 0xFFFF | UInt32(truncatingIfNeeded: store) << 16
    }

    private init() {
      number = 0
      place = 0
    }

    /// The reference to no object.
    public static let none = Self()
  }
}

extension GeneratedCode1.Reference {
  var isNone: Bool { number == 0 }

  /// Whether the object was never saved.
  var isTemporary: Bool { number < 0 }

  /// The number of the entity in its model, from 1.
  var entity: Int { Int(place & 0xFFFF) }

  /// The number of the store in its coordinator, from 1; 0 for an object that was never saved.
  var store: Int { Int(place >> 16) }

  /// A hash for tables of open addressing.
  ///
  /// Eight consecutive numbers are neighbours, as objects are mostly met in that order and eight slots
  /// lie in one line of the processor's cache; the eights are spread.
  var spread: UInt {
    let number = UInt(bitPattern: Int(number))
    var bits = (number >> 3) &+ UInt(place) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 32
    return (bits &* 0x9E37_79B9_7F4A_7C15) << 3 | number & 7
  }
}
