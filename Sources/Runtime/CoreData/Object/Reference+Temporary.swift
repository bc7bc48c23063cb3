import ObjectRows
import Synchronization

private let lastTemporaryNumber = Atomic<Int64>(0)

extension Reference {
  /// A reference for a new object, different from every other in this run of the program.
  static func nextTemporary(entity: Int) -> Self {
    let number = lastTemporaryNumber.subtract(1, ordering: .relaxed).newValue
    return Self(number: number, entity: entity, store: 0)
  }
}
