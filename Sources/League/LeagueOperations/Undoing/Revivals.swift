/// The ids of objects that were restored after a change, when their deletions were undone.
///
/// A record of the journal names objects by their ids at its time; an object that is saved again has
/// another one.
struct Revivals {
  /// The present ids, by those at the time of the change.
  private var present: [Key: String] = [:]

  /// The ids at the time of the change, by the present ones.
  private var former: [Key: String] = [:]

  private struct Key: Hashable {
    let isTeam: Bool
    let id: String
  }

  /// Adds a later record of the journal; records must be added in order.
  mutating func add(_ record: UndoRecord) {
    for revival in record.revived ?? [] {
      let key = Key(isTeam: revival.isTeam, id: revival.old)
      let first = former.removeValue(forKey: key) ?? revival.old
      present[Key(isTeam: revival.isTeam, id: first)] = revival.new
      former[Key(isTeam: revival.isTeam, id: revival.new)] = first
    }
  }

  /// The present id of an object, given the id at the time of the change.
  func present(_ id: String, isTeam: Bool) -> String {
    present[Key(isTeam: isTeam, id: id)] ?? id
  }

  /// A state with the ids at the time of the change.
  func former(_ state: ObjectSnapshot) -> ObjectSnapshot {
    guard case .player(let form, let team?) = state else { return state }
    return .player(form, team: former[Key(isTeam: true, id: team)] ?? team)
  }
}

extension UndoRecord {
  /// A restored object, with both its ids.
  struct Revival: Sendable, Hashable, Codable {
    let isTeam: Bool
    let old: String
    let new: String
  }
}
