import ObjectRows

/// Objects in memory: their rows and the members of their to-many relationships.
///
/// Stores that have everything in memory share it: the in-memory store, and those that write it to a file when they
/// save.
final class RowTable {
  /// The record of one object.
  struct Entry {
    var row: Row
    var toMany: [Int: [Reference]] = [:]
  }

  private(set) var entries: [Reference: Entry] = [:]

  /// The objects by the numbers of their entities, in insertion order.
  private var referencesByEntity: [Int: OrderedReferences] = [:]

  /// The index of the objects by unique values.
  var uniqueIndexes = UniqueIndexes()

  /// The highest number given to an object so far.
  private(set) var lastNumber: Int64 = 0

  subscript(reference: Reference) -> Entry? { entries[reference] }

  /// The row of an object, without its to-many relationships.
  func row(of reference: Reference) -> Row? { entries[reference]?.row }

  /// Returns a number for a new object.
  func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// Reserves the numbers up to the given one.
  func reserve(upTo number: Int64) {
    lastNumber = max(lastNumber, number)
  }

  func references(ofEntity number: Int) -> [Reference] {
    referencesByEntity[number]?.references ?? []
  }

  func count(ofEntity number: Int) -> Int { referencesByEntity[number]?.count ?? 0 }

  func put(_ entry: Entry, for reference: Reference) {
    lastNumber = max(lastNumber, reference.number)
    let old = entries.updateValue(entry, forKey: reference)
    uniqueIndexes.replace(old?.row, by: entry.row, of: reference)
    if old == nil {
      referencesByEntity[reference.entity, default: OrderedReferences()].append(reference)
    }
  }

  /// The highest number of the objects that others have saved.
  private var highestForeignNumber: Int64 = 0

  /// Replaces the objects by those of another table.
  ///
  /// An unchanged row is kept. The version of a changed one is higher than before, because conflicts are found by
  /// versions.
  func become(_ other: RowTable) {
    var present = other.entries
    for (reference, entry) in other.entries {
      guard let old = entries[reference]?.row else { continue }
      if old.version == entry.row.version, old.changes(from: entry.row).isEmpty {
        present[reference]?.row = old
      } else if entry.row.version <= old.version {
        entry.row.version = old.version + 1
      }
    }
    entries = present
    referencesByEntity = other.referencesByEntity
    uniqueIndexes = UniqueIndexes()
    highestForeignNumber = other.lastNumber
    reserve(upTo: other.lastNumber)
  }

  /// Whether the number of a new object is that of an object which others have saved meanwhile.
  func isTaken(_ number: Int64) -> Bool {
    number <= highestForeignNumber && entries.keys.contains { $0.number == number }
  }

  @discardableResult func remove(_ reference: Reference) -> Entry? {
    guard let old = entries.removeValue(forKey: reference) else { return nil }
    uniqueIndexes.replace(old.row, by: nil, of: reference)
    referencesByEntity[reference.entity]?.remove(reference)
    return old
  }
}
