import CoreData
import LeagueModel

/// Undoes a change, object by object.
struct ChangeReversal {
  private let record: UndoRecord
  private let league: League

  /// The new ids of objects of the record that have been restored since.
  private let revivals: Revivals

  /// The restored teams by their old ids; a team that is saved again gets another id.
  private var revivedTeams: [String: Team] = [:]

  /// The restored players by their old ids.
  private var revivedPlayers: [String: Player] = [:]

  init(of record: UndoRecord, _ revivals: Revivals, in league: League) {
    self.record = record
    self.revivals = revivals
    self.league = league
  }

  /// Undoes the change; the caller saves the context afterwards.
  ///
  /// - Returns: The restored objects: the teams, or else the players.
  /// - Throws: ``LeagueError/changedSince(_:)`` if any object has been changed since.
  mutating func run() throws -> [LeagueStore.Restored] {
    try withExtendedLifetime(try fetchedObjects()) {
      // Teams are restored before their players, and players are deleted before their teams.
      try bringBack { $0.isTeam }
      try bringBack { !$0.isTeam }
      try restore()
      for made in record.made where !made.areTeams { try remove(made) }
      for made in record.made where made.areTeams { try remove(made) }
    }
    let objects: [NSManagedObject] = revivedTeams.map(\.value) + revivedPlayers.map(\.value)
    try league.context.obtainPermanentIDs(for: objects)
    return restored()
  }

  /// The restored objects, with both of their IDs.
  var revived: [UndoRecord.Revival] {
    func revival(_ isTeam: Bool, _ old: String, _ object: NSManagedObject) -> UndoRecord.Revival {
      UndoRecord.Revival(isTeam: isTeam, old: old, new: object.recordID)
    }
    return
      (revivedTeams.map { revival(true, $0.key, $0.value) }
      + revivedPlayers.map { revival(false, $0.key, $0.value) })
      .sorted { ($0.isTeam ? 0 : 1, $0.new) < ($1.isTeam ? 0 : 1, $1.new) }
  }

  /// All objects, fetched together if there are so many that single fetches would take long.
  private func fetchedObjects() throws -> [NSManagedObject] {
    let made = record.made.reduce(0) { $0 + $1.ids.count }
    let edited = record.changes.count { $0.after != nil }
    return made + edited > 100 ? try league.teams() + league.players() : []
  }

  private mutating func bringBack(where condition: (ObjectSnapshot) -> Bool) throws {
    for change in record.changes where change.after == nil && condition(change.before) {
      switch change.before {
      case .team(let form): revivedTeams[change.id] = try league.addTeam(form)
      case .player(let form, let team):
        let player = Player(context: league.context)
        try league.edit(player, form)
        player.team = try team.map(self.team)
        revivedPlayers[change.id] = player
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
      ObjectSnapshot(of: object).map { revivals.former($0) }
    }
    guard found.count == states.count,
      made.matches(zip(made.ids.all, states).map { (id: $0, state: $1) })
    else { throw changedSince }
    for object in found {
      // A player who was added later is not deleted with the team.
      if let team = object as? Team, !team.players.allSatisfy(\.isDeleted) { throw changedSince }
      league.context.delete(object)
    }
  }

  private func restored() -> [LeagueStore.Restored] {
    let objects: [NSManagedObject] =
      revivedTeams.isEmpty ? Array(revivedPlayers.values) : Array(revivedTeams.values)
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
    do { return try league.team(id: revivals.present(id, isTeam: true)) } catch LeagueError.gone {
      throw changedSince
    }
  }

  private func object(_ id: String, mustBe state: ObjectSnapshot) throws -> NSManagedObject {
    let object = try object(id, isTeam: state.isTeam)
    guard let now = ObjectSnapshot(of: object), revivals.former(now) == state else {
      throw changedSince
    }
    return object
  }

  private func object(_ id: String, isTeam: Bool) throws -> NSManagedObject {
    let id = revivals.present(id, isTeam: isTeam)
    do {
      return isTeam ? try league.team(id: id) : try league.player(id: id)
    } catch LeagueError.gone {
      // Another program has deleted it.
      throw changedSince
    }
  }

  private var changedSince: LeagueError { .changedSince(record.title) }
}
