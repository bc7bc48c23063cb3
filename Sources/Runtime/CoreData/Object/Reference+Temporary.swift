import ObjectRows
import Synchronization

private let lastTemporaryNumber = Atomic<Int64>(0)

extension Reference {
  /// Returns a temporary reference for a new object, unique in this run of the program.
  static func nextTemporary(entity: Int) -> Self {
    let number = lastTemporaryNumber.subtract(1, ordering: .relaxed).newValue
    return Self(number: number, entity: entity, store: 0)
  }
}
