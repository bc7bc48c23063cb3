import ObjectRows

/// The additions to and removals from to-many relationships in a save, collected so that each is changed once.
struct MemberEdits {
  private struct Place: Hashable {
    let reference: Reference
    let index: Int
  }

  fileprivate struct Edit {
    var added: [Reference] = []
    var removed: Set<Reference> = []
    var order: [Reference]?

    /// Whether the order has all members that are known; otherwise they follow those in the store.
    var isWhole = true
  }

  private var edits: [Place: Edit] = [:]

  mutating func add(_ member: Reference, to reference: Reference, _ index: Int) {
    edits[Place(reference: reference, index: index), default: Edit()].added.append(member)
  }

  mutating func remove(_ member: Reference, from reference: Reference, _ index: Int) {
    edits[Place(reference: reference, index: index), default: Edit()].removed.insert(member)
  }

  /// Sets the order of the members of an ordered relationship.
  mutating func order(_ change: MemberChange, in reference: Reference) {
    let place = Place(reference: reference, index: change.index)
    edits[place, default: Edit()].order = change.order
    edits[place]?.isWhole = change.hasAllMembers
  }

  /// Calls a function with each affected object, and the change of its entry.
  ///
  /// The change depends on the existing objects: others do not become members.
  func apply(
    _ function: (Reference, (inout RowTable.Entry, (Reference) -> Bool) -> Void) -> Void
  ) {
    for (place, edit) in edits {
      function(place.reference) { entry, exists in
        let members = edit.applied(to: entry.toMany[place.index] ?? [], exists)
        entry.toMany[place.index] = members
      }
    }
  }
}

extension MemberEdits.Edit {
  /// The members of a relationship after the change.
  func applied(
    to stored: [Reference],
    _ exists: (Reference) -> Bool
  ) -> [Reference] {
    var members = removed.isEmpty ? stored : stored.filter { !removed.contains($0) }
    if !added.isEmpty {
      var present = Set(members)
      // Sets have no order that is the same in the next run.
      for member in order == nil ? added.sorted(by: { $0.number < $1.number }) : added {
        if present.insert(member).inserted, exists(member) { members.append(member) }
      }
    }
    guard let order else { return members }
    let present = Set(members)
    let listed = Set(order)
    let others = members.filter { !listed.contains($0) }
    return isWhole
      ? order.filter(present.contains) + others : others + order.filter(present.contains)
  }
}
