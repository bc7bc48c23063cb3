import ManagedModel

/// The numbers of a model's entities, by which rows identify their entities.
///
/// The roots are ordered by their names without regard to case; each entity is followed by its subentities in the
/// same order, so that every entity and its descendants have consecutive numbers. Abstract entities have numbers too.
package struct EntityNumbering: Sendable, Hashable {
  /// The entities' indexes in the order of their numbers, beginning with number 1.
  package let entities: [Int]

  /// The last number in the tree below each entity, by the entity's index.
  private let lastNumbers: [Int]
  private let numbers: [Int]

  package init(_ model: ResolvedModel) {
    let keys = model.entities.map { SortingKey($0.name) }
    func sorted(_ indexes: [Int]) -> [Int] {
      indexes.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }
    var order: [Int] = []
    var numbers = Array(repeating: 0, count: model.entities.count)
    var pending = Array(sorted(model.roots.map(\.index)).reversed())
    while let index = pending.popLast() {
      order.append(index)
      numbers[index] = order.count
      pending.append(contentsOf: sorted(model.entities[index].children).reversed())
    }
    var last = numbers
    // Descendants stand behind their ancestors, so going backwards settles each child before its parent.
    for index in order.reversed() {
      if let parent = model.entities[index].parent { last[parent] = max(last[parent], last[index]) }
    }
    entities = order
    self.numbers = numbers
    lastNumbers = last
  }

  /// The number of the entity with the given index in its model.
  package func number(of entity: Int) -> Int {
    numbers[entity]
  }

  /// The numbers of an entity and all its descendants.
  package func familyNumbers(of entity: Int) -> ClosedRange<Int> {
    numbers[entity]...max(numbers[entity], lastNumbers[entity])
  }
}

/// The sort key of an entity's name: without case, and among names that differ in case alone by code point, so that
/// the order never depends on the order of the file.
private struct SortingKey: Comparable {
  let folded: [UInt16]
  let name: String

  init(_ name: String) {
    self.name = name
    folded = Array(name.lowercased().utf16)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.folded == right.folded
      ? left.name.precedesByCodePoint(right.name)
      : left.folded.lexicographicallyPrecedes(right.folded)
  }
}
