/// A set of references, with a bit for each in a word for 64 consecutive numbers of an entity.
///
/// The numbers of objects that are used together mostly follow one another: the word that was used last serves
/// most insertions, without a look into the table.
package struct ReferenceSet {
  /// The references that share a word.
  private struct Group: Hashable {
    var number: Int64 = 0
    var place: UInt32 = 0

    init(_ reference: Reference) {
      number = reference.number >> 6
      place = reference.place
    }
  }

  private var words: [Group: UInt64] = [:]

  /// An empty set.
  package init() {}

  /// Whether a reference is in the set.
  package func contains(_ reference: Reference) -> Bool {
    words[Group(reference), default: 0] & Self.bit(of: reference) != 0
  }

  /// Inserts references, and returns those that were not in the set, in their order; without that to no object.
  package mutating func insert(_ references: [Reference]) -> [Reference] {
    guard var group = references.first.map(Group.init) else { return [] }
    var word = words[group, default: 0]
    var inserted: [Reference] = []
    inserted.reserveCapacity(references.count)
    for reference in references where !reference.isNone {
      let next = Group(reference)
      if next != group {
        words[group] = word
        group = next
        word = words[group, default: 0]
      }
      let bit = Self.bit(of: reference)
      if word & bit == 0 { inserted.append(reference) }
      word |= bit
    }
    words[group] = word
    return inserted
  }

  private static func bit(of reference: Reference) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: reference.number & 63)
  }
}
