import CoreData
import LeagueModel

/// Takes back a change, object by object.
struct ChangeReversal {
  private let record: UndoRecord
  private let league: League

  /// The teams that come back, by the ids they had; what is saved anew gets another id.
  private var revived: [String: Team] = [:]

  init(of record: UndoRecord, in league: League) {
    self.record = record
    self.league = league
  }

  /// Does it; the context is to be saved afterwards.
  ///
  /// - Throws: ``LeagueError/changedSince(_:)`` if anything is not as the change has left it.
  mutating func run() throws {
    try withExtendedLifetime(try fetchedObjects()) {
      // A team is there before players are put into it, and its players are gone before it goes.
      try bringBack { $0.isTeam }
      try bringBack { !$0.isTeam }
      try restore()
      try remove { !$0.isTeam }
      try remove { $0.isTeam }
    }
  }

  /// All objects, where there are so many changes that it would take long to fetch one after another.
  private func fetchedObjects() throws -> [NSManagedObject] {
    record.changes.count > 100 ? try league.teams() + league.players() : []
  }

  private mutating func bringBack(where condition: (ObjectState) -> Bool) throws {
    for change in record.changes {
      guard change.after == nil, let state = change.before, condition(state) else { continue }
      switch state {
      case .team(let form): revived[change.id] = try league.addTeam(form)
      case .player(let form, let team):
        let player = Player(context: league.context)
        try league.edit(player, form)
        player.team = try team.map(self.team)
      }
    }
  }

  private func restore() throws {
    for change in record.changes {
      guard let before = change.before, let after = change.after else { continue }
      switch (before, try object(change.id, mustBe: after)) {
      case (.team(let form), let team as Team): try league.edit(team, form)
      case (.player(let form, let id), let player as Player):
        try league.edit(player, form)
        let team = try id.map(self.team)
        if player.team != team { player.team = team }
      default: throw changedSince
      }
    }
  }

  private func remove(where condition: (ObjectState) -> Bool) throws {
    for change in record.changes {
      guard change.before == nil, let state = change.after, condition(state) else { continue }
      let object = try object(change.id, mustBe: state)
      // Nobody is deleted who came later.
      if let team = object as? Team, !team.players.allSatisfy(\.isDeleted) { throw changedSince }
      league.context.delete(object)
    }
  }

  private func team(_ id: String) throws -> Team {
    if let team = revived[id] { return team }
    do { return try league.team(id: id) } catch LeagueError.gone { throw changedSince }
  }

  private func object(_ id: String, mustBe state: ObjectState) throws -> NSManagedObject {
    do {
      let object: NSManagedObject =
        state.isTeam ? try league.team(id: id) : try league.player(id: id)
      if ObjectState(of: object) == state { return object }
    } catch LeagueError.gone {
      // Somebody else has deleted it.
    }
    throw changedSince
  }

  private var changedSince: LeagueError { .changedSince(record.title) }
}
