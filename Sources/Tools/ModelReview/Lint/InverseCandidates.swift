import ManagedModel

/// The relationships without an inverse, by the entities at their ends.
struct InverseCandidates {
  private struct Ends: Hashable {
    var owner: Int
    var destination: Int
  }

  private var open: [Ends: [PlacedRelationship]] = [:]

  init(_ relationships: [PlacedRelationship]) {
    for placed in relationships where !placed.relationship.isTransient {
      guard placed.relationship.inverseName ?? "" == "", let destination = placed.ends.destination
      else { continue }
      open[Ends(owner: placed.owner.index, destination: destination), default: []].append(placed)
    }
  }

  /// The only possible inverse of a relationship, if the reverse is true as well.
  func partner(of placed: PlacedRelationship) -> PlacedRelationship? {
    guard let destination = placed.ends.destination else { return nil }
    let owner = placed.owner.index
    let leadingBack = open[Ends(owner: destination, destination: owner)] ?? []
    if destination == owner {
      // Parent and children; two of one kind, such as a boss and a friend, may be unrelated.
      guard leadingBack.count == 2 else { return nil }
      return leadingBack.first {
        $0.location != placed.location
          && $0.relationship.isToMany != placed.relationship.isToMany
      }
    }
    guard leadingBack.count == 1,
      open[Ends(owner: owner, destination: destination)]?.count == 1
    else { return nil }
    return leadingBack.first
  }
}
