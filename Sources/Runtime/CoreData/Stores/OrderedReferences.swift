import ObjectRows

/// References in insertion order, with fast removal.
struct OrderedReferences {
  private var slots: [Reference] = []
  private var positions: [Reference: Int] = [:]
  private var gaps = 0

  var references: [Reference] { gaps == 0 ? slots : slots.filter { !$0.isNone } }

  var count: Int { slots.count - gaps }

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
