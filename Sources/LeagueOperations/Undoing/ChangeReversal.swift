import CoreData
import LeagueModel

/// Takes back a change, object by object.
struct ChangeReversal {
  private let record: UndoRecord
  private let league: League

  /// The teams that come back, by the ids they had; a team that is saved anew gets another id.
  private var revivedTeams: [String: Team] = [:]

  /// The players that come back.
  private var revivedPlayers: [Player] = []

  init(of record: UndoRecord, in league: League) {
    self.record = record
    self.league = league
  }

  /// Does it; the context is to be saved afterwards.
  ///
  /// - Returns: What comes back: the teams, or else the players.
  /// - Throws: ``LeagueError/changedSince(_:)`` if anything is not as the change has left it.
  mutating func run() throws -> [LeagueStore.Restored] {
    try withExtendedLifetime(try fetchedObjects()) {
      // A team is there before players are put into it, and its players are gone before it goes.
      try bringBack { $0.isTeam }
      try bringBack { !$0.isTeam }
      try restore()
      for made in record.made where !made.areTeams { try remove(made) }
      for made in record.made where made.areTeams { try remove(made) }
    }
    return try restored()
  }

  /// All objects, where so many of them are looked at that it would take long to fetch one after another.
  private func fetchedObjects() throws -> [NSManagedObject] {
    let made = record.made.reduce(0) { $0 + $1.ids.count }
    let edited = record.changes.count { $0.after != nil }
    return made + edited > 100 ? try league.teams() + league.players() : []
  }

  private mutating func bringBack(where condition: (ObjectState) -> Bool) throws {
    for change in record.changes where change.after == nil && condition(change.before) {
      switch change.before {
      case .team(let form): revivedTeams[change.id] = try league.addTeam(form)
      case .player(let form, let team):
        let player = Player(context: league.context)
        try league.edit(player, form)
        player.team = try team.map(self.team)
        revivedPlayers.append(player)
      }
    }
  }

  private func restore() throws {
    for change in record.changes {
      guard let after = change.after else { continue }
      switch (change.before, try object(change.id, mustBe: after)) {
      case (.team(let form), let team as Team): try league.edit(team, form)
      case (.player(let form, let id), let player as Player):
        try league.edit(player, form)
        let team = try id.map(self.team)
        if player.team != team { player.team = team }
      default: throw changedSince
      }
    }
  }

  private func remove(_ made: MadeObjects) throws {
    let found = try made.ids.all.map { try object($0, isTeam: made.areTeams) }
    let states = found.compactMap { object in
      ObjectState(of: object).map { (object.recordID, $0) }
    }
    guard made.matches(states) else { throw changedSince }
    for object in found {
      // A player who came later is not deleted with the team.
      if let team = object as? Team, !team.players.allSatisfy(\.isDeleted) { throw changedSince }
      league.context.delete(object)
    }
  }

  private func restored() throws -> [LeagueStore.Restored] {
    let objects: [NSManagedObject] =
      revivedTeams.isEmpty ? revivedPlayers : Array(revivedTeams.values)
    try league.context.obtainPermanentIDs(for: objects)
    return objects.map { object in
      LeagueStore.Restored(
        noun: object is Team ? .team : .player,
        id: object.recordID,
        team: (object as? Player)?.team?.recordID
      )
    }
    .sorted { $0.id < $1.id }
  }

  private func team(_ id: String) throws -> Team {
    if let team = revivedTeams[id] { return team }
    do { return try league.team(id: id) } catch LeagueError.gone { throw changedSince }
  }

  private func object(_ id: String, mustBe state: ObjectState) throws -> NSManagedObject {
    let object = try object(id, isTeam: state.isTeam)
    guard ObjectState(of: object) == state else { throw changedSince }
    return object
  }

  private func object(_ id: String, isTeam: Bool) throws -> NSManagedObject {
    do {
      return isTeam ? try league.team(id: id) : try league.player(id: id)
    } catch LeagueError.gone {
      // Another program has deleted it.
      throw changedSince
    }
  }

  private var changedSince: LeagueError { .changedSince(record.title) }
}
