import ObjectRows

/// The entities of a store by the numbers that its rows have.
struct EntityNumbers {
  /// The shapes, by the numbers in the rows.
  private let shapes: [EntityShape?]

  /// The numbers in the rows, by those of the coordinator.
  private let stored: [Int]

  /// The number of the store in its coordinator.
  private let slot: Int

  /// The numbers of some entities, as pairs of a number in rows and a shape.
  init(_ entities: [(number: Int, shape: EntityShape)], slot: Int) {
    var shapes: [EntityShape?] = []
    var stored: [Int] = []
    for (number, shape) in entities where number >= 0 && shape.number >= 0 {
      while shapes.count <= number { shapes.append(nil) }
      while stored.count <= shape.number { stored.append(0) }
      shapes[number] = shape
      stored[shape.number] = number
    }
    self.shapes = shapes
    self.stored = stored
    self.slot = slot
  }

  func shape(_ number: Int) -> EntityShape? {
    number >= 0 && number < shapes.count ? shapes[number] : nil
  }

  /// The number that rows have for an entity of the coordinator, or 0.
  func stored(_ entity: Int) -> Int {
    entity >= 0 && entity < stored.count ? stored[entity] : 0
  }

  /// The reference to the object of a row; none for a key or an entity that no object has.
  func reference(_ key: Int64, _ number: Int) -> Reference {
    guard key > 0, let shape = shape(number) else { return .none }
    return Reference(number: key, entity: shape.number, store: slot)
  }
}
