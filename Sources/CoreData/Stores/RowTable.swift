/// Objects in memory: their rows and what their to-many relationships lead to.
///
/// The stores that keep everything in memory share it: the in-memory store, and those that write it to a
/// file when they save.
final class RowTable {
  /// What is kept of one object.
  struct Entry {
    var row: Row
    var toMany: [Int: [Reference]] = [:]
  }

  private(set) var entries: [Reference: Entry] = [:]

  /// The objects by the numbers of their entities, in the order in which they came.
  private var referencesByEntity: [Int: OrderedReferences] = [:]

  /// Which objects have the values that constraints want to be their own.
  var uniqueIndexes = UniqueIndexes()

  /// The highest number given to an object so far.
  private(set) var lastNumber: Int64 = 0

  subscript(reference: Reference) -> Entry? { entries[reference] }

  /// A number for a new object.
  func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  func references(ofEntity number: Int) -> [Reference] {
    referencesByEntity[number]?.references ?? []
  }

  func put(_ entry: Entry, for reference: Reference) {
    lastNumber = max(lastNumber, reference.number)
    let old = entries.updateValue(entry, forKey: reference)
    uniqueIndexes.replace(old?.row, by: entry.row, of: reference)
    if old == nil {
      referencesByEntity[reference.entity, default: OrderedReferences()].append(reference)
    }
  }

  @discardableResult func remove(_ reference: Reference) -> Entry? {
    guard let old = entries.removeValue(forKey: reference) else { return nil }
    uniqueIndexes.replace(old.row, by: nil, of: reference)
    referencesByEntity[reference.entity]?.remove(reference)
    return old
  }
}

/// References in the order in which they were added, from which removal is cheap.
private struct OrderedReferences {
  private var slots: [Reference] = []
  private var positions: [Reference: Int] = [:]
  private var gaps = 0

  var references: [Reference] { gaps == 0 ? slots : slots.filter { !$0.isNone } }

  mutating func append(_ reference: Reference) {
    positions[reference] = slots.count
    slots.append(reference)
  }

  mutating func remove(_ reference: Reference) {
    guard let position = positions.removeValue(forKey: reference) else { return }
    slots[position] = .none
    gaps += 1
    guard gaps > 32, gaps * 2 > slots.count else { return }
    slots = references
    gaps = 0
    for (position, reference) in slots.enumerated() { positions[reference] = position }
  }
}
