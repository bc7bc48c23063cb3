import ObjectRows

/// The entities of a store, by their numbers in its rows and by those in references.
///
/// A class, because every use of a value with so many arrays would retain and release all of them.
package final class StoreEntities: Sendable {
  /// The entities, by the numbers in the rows.
  private let byStoredNumber: [StoreEntity?]

  /// The numbers in references, by those of the rows; 0 for an unknown entity.
  private let numbers: [Int]

  /// The numbers in the rows, by those of references.
  private let storedNumbers: [Int]

  /// The names of the entities that the store does not have, by the numbers of references.
  private let foreignNames: [Int: String]

  /// Whether any entity has a uniqueness constraint.
  let haveConstraints: Bool

  /// The number of the store in references.
  package let store: Int

  /// Creates the entities of a store from pairs of a number in rows and an entity; 0 is the number of those that it
  /// lacks.
  init(_ entities: [(number: Int, entity: StoreEntity)], store: Int) {
    haveConstraints = entities.contains { !$0.entity.constraints.isEmpty }
    foreignNames = Dictionary(
      entities.filter { $0.number == 0 }.map { ($0.entity.number, $0.entity.name) },
      uniquingKeysWith: { first, _ in first }
    )
    var byStoredNumber: [StoreEntity?] = []
    var storedNumbers: [Int] = []
    for (number, entity) in entities where number > 0 && entity.number >= 0 {
      while byStoredNumber.count <= number { byStoredNumber.append(nil) }
      while storedNumbers.count <= entity.number { storedNumbers.append(0) }
      byStoredNumber[number] = entity
      storedNumbers[entity.number] = number
    }
    self.byStoredNumber = byStoredNumber
    numbers = byStoredNumber.map { $0?.number ?? 0 }
    self.storedNumbers = storedNumbers
    self.store = store
  }

  /// The entity with a number in rows.
  func entity(_ number: Int) -> StoreEntity? {
    number >= 0 && number < byStoredNumber.count ? byStoredNumber[number] : nil
  }

  /// The entity with a number in references; nil if the store lacks it.
  package subscript(number: Int) -> StoreEntity? { entity(storedNumber(of: number)) }

  /// The entity of a reference; nil if the store lacks it.
  package func entity(of reference: Reference) -> StoreEntity? { self[reference.entity] }

  /// The name of the entity with a number in references, for errors.
  func name(_ entity: Int) -> String {
    self[entity]?.name ?? foreignNames[entity] ?? "\(entity)"
  }

  /// The number in rows of the entity with a number in references, or 0.
  package func storedNumber(of entity: Int) -> Int {
    entity >= 0 && entity < storedNumbers.count ? storedNumbers[entity] : 0
  }

  /// The reference to the object of a row; none for an invalid key or entity number.
  package func reference(_ key: Int64, _ number: Int) -> Reference {
    guard key > 0, number >= 0, number < numbers.count, numbers[number] > 0 else { return .none }
    return Reference(number: key, entity: numbers[number], store: store)
  }
}
